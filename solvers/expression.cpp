// Expressions by muParser, which compiles a formula to byte code.
#include "solvers/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <variant>

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
            std::ranges::count(variables, variable) > 1) {
            throw std::invalid_argument{"'" + variable + "' cannot be the name of a variable"};
        }
    }
}

// muParser's own && and || convert their operands to integers, for which 0.5 is false.
double both(double a, double b)
{
    return a != 0.0 && b != 0.0 ? 1.0 : 0.0;
}

double either(double a, double b)
{
    return a != 0.0 || b != 0.0 ? 1.0 : 0.0;
}

}  // namespace

class Expression::Implementation {
public:
    Implementation(std::string text, std::vector<std::string> variables)
        : text_{std::move(text)}, variables_{std::move(variables)}
    {
        check_variables(variables_);
        formula_ = expression::check_syntax(text_, variables_);
        compile();
    }
    /// Copies parse the formula again, because the byte code points at the values of its own
    /// object.
    Implementation(const Implementation& other)
        : text_{other.text_}, variables_{other.variables_}, formula_{other.formula_}
    {
        compile();
    }
    Implementation& operator=(const Implementation&) = delete;
    Implementation(Implementation&&) = delete;
    Implementation& operator=(Implementation&&) = delete;
    ~Implementation() = default;

    [[nodiscard]] double at(const std::array<double, most_variables>& values)
    {
        values_ = values;
        return parser_.Eval();
    }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool uses(std::string_view variable) const
    {
        return formula_.uses.contains(variable);
    }

private:
    void define_names()
    {
        parser_.ClearFun();
        parser_.ClearConst();
        for (const expression::Function& function : expression::functions()) {
            std::visit([&](auto call) { parser_.DefineFun(std::string{function.name}, call); },
                       function.call);
        }
        parser_.DefineOprt("&", both, mu::prLAND, mu::oaLEFT, true);
        parser_.DefineOprt("|", either, mu::prLOR, mu::oaLEFT, true);
        for (const auto& [name, value] : expression::constants()) {
            parser_.DefineConst(std::string{name}, value);
        }
        for (std::size_t n = 0; n < variables_.size(); ++n) {
            parser_.DefineVar(variables_[n], &values_.at(n));
        }
    }

    void compile()
    {
        try {
            define_names();
            parser_.SetExpr(formula_.text);
            static_cast<void>(parser_.Eval());  // makes the byte code
        } catch (const mu::Parser::exception_type& error) {
            // check_syntax() refuses all wrong formulas; the errors that remain are muParser's own
            // limits.
            std::string reason = error.GetMsg();
            reason.erase(reason.find_last_not_of(". ") + 1);
            throw ExpressionError{expression::quoted(text_) + " cannot be compiled (" + reason +
                                      "): make it shorter or simpler",
                                  0};
        }
    }

    std::string text_;
    std::vector<std::string> variables_;
    expression::Formula formula_;
    std::array<double, most_variables> values_{};  ///< the byte code reads the variables here
    mu::Parser parser_;
};

Expression::Expression(std::string text, std::vector<std::string> variables)
    : implementation_{std::make_unique<Implementation>(std::move(text), std::move(variables))}
{
}

Expression::Expression(const Expression& other)
    : implementation_{std::make_unique<Implementation>(*other.implementation_)}
{
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::at(double first, double second, double third, double fourth) const
{
    return implementation_->at({first, second, third, fourth});
}

const std::string& Expression::text() const
{
    return implementation_->text();
}

bool Expression::depends_on(std::string_view variable) const
{
    return implementation_->uses(variable);
}

}  // namespace tobiuo
