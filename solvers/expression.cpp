// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "solvers/expression/functions.hpp"
#include "solvers/expression/syntax.hpp"
#include "solvers/expression/tokens.hpp"

namespace tobiuo {
namespace {

constexpr std::size_t most_variables = 4;

void check_variables(const std::vector<std::string>& variables)
{
    if (variables.size() > most_variables) {
        throw std::invalid_argument{"an expression has at most four variables"};
    }
    for (const std::string& variable : variables) {
        const bool constant = std::ranges::any_of(
            expression::constants(), [&](const auto& row) { return row.first == variable; });
        if (constant || expression::find_function(variable) != nullptr ||
            !expression::is_name(variable) || std::ranges::count(variables, variable) > 1) {
            throw std::invalid_argument{"'" + variable + "' cannot be the name of a variable"};
        }
    }
}

/// Room for the values of a tree: of a short one without an allocation.
class Values {
public:
    explicit Values(std::size_t count) : many_(count > few_.size() ? count : 0) {}
    [[nodiscard]] double* data() { return many_.empty() ? few_.data() : many_.data(); }

private:
    std::array<double, 64> few_{};
    std::vector<double> many_;
};

}  // namespace

struct Expression::Parsed {
    std::string text;
    expression::Formula formula;
    std::vector<std::string> variables;
};

Expression::Expression(std::string text, std::vector<std::string> variables)
{
    check_variables(variables);
    expression::Formula formula = expression::parse(text, variables);
    parsed_ = std::make_shared<const Parsed>(
        Parsed{std::move(text), std::move(formula), std::move(variables)});
}

Expression Expression::with(std::string_view variable, double number) const
{
    Parsed fixed = *parsed_;
    const auto found = std::ranges::find(fixed.variables, variable);
    fixed.formula.tree = expression::with_number(
        fixed.formula.tree, static_cast<int>(found - fixed.variables.begin()), number);
    Expression expression{*this};
    expression.parsed_ = std::make_shared<const Parsed>(std::move(fixed));
    return expression;
}

double Expression::at(double first, double second, double third, double fourth) const
{
    const std::array<double, most_variables> variables{first, second, third, fourth};
    const expression::Tree& nodes = tree();
    Values room{nodes.size()};
    double* const values = room.data();
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const expression::Node& node = nodes[n];
        values[n] = node.operation == expression::Operation::variable
                        ? variables.at(static_cast<std::size_t>(node.variable))
                        : node.value_of({values[node.arguments[0]], values[node.arguments[1]],
                                         values[node.arguments[2]]});
    }
    return values[nodes.size() - 1];
}

const std::string& Expression::text() const
{
    return parsed_->text;
}

bool Expression::depends_on(std::string_view variable) const
{
    return parsed_->formula.uses.contains(variable);
}

bool Expression::is_constant() const
{
    return parsed_->formula.uses.empty();
}

const expression::Tree& Expression::tree() const
{
    return parsed_->formula.tree;
}

}  // namespace tobiuo
