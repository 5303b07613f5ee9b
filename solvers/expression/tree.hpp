// SPDX-License-Identifier: BSD-3-Clause
// A formula as a tree: what is computed of what, in an order in which it can be computed.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "solvers/expression/functions.hpp"

namespace tobiuo::expression {

enum class Operation {
    number,
    variable,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    equal,
    unequal,
    both,    ///< 1 if neither argument is zero, else 0
    either,  ///< 0 if both arguments are zero, else 1
    choose,  ///< the second argument if the first one is not zero, else the third
    call_one,
    call_two
};

/// The number of arguments that an operation takes.
[[nodiscard]] int arguments_of(Operation operation);

struct Node {
    Operation operation{};
    /// Places of the arguments among the nodes of the tree, before this one.
    std::array<int, 3> arguments{};
    double number{};                     ///< of a number
    int variable{};                      ///< which one
    const Function* function = nullptr;  ///< of a call
    /// Bit n: whether the value depends on variable n.
    unsigned depends{};

    /// The value for these values of the arguments; of a variable none.
    [[nodiscard]] double value_of(const std::array<double, 3>& of) const;
};

/// Returns use(f) for the function f of the node's arguments: of as many doubles as it has.
template <typename Use>
auto with_function(const Node& node, const Use& use)
{
    switch (node.operation) {
        case Operation::number:
        case Operation::variable:
            break;
        case Operation::negate:
            return use([](double a) { return -a; });
        case Operation::add:
            return use([](double a, double b) { return a + b; });
        case Operation::subtract:
            return use([](double a, double b) { return a - b; });
        case Operation::multiply:
            return use([](double a, double b) { return a * b; });
        case Operation::divide:
            return use([](double a, double b) { return a / b; });
        case Operation::power:
            return use([](double a, double b) { return std::pow(a, b); });
        case Operation::less:
            return use([](double a, double b) { return a < b ? 1.0 : 0.0; });
        case Operation::less_or_equal:
            return use([](double a, double b) { return a <= b ? 1.0 : 0.0; });
        case Operation::greater:
            return use([](double a, double b) { return a > b ? 1.0 : 0.0; });
        case Operation::greater_or_equal:
            return use([](double a, double b) { return a >= b ? 1.0 : 0.0; });
        case Operation::equal:
            return use([](double a, double b) { return a == b ? 1.0 : 0.0; });
        case Operation::unequal:
            return use([](double a, double b) { return a != b ? 1.0 : 0.0; });
        case Operation::both:
            return use([](double a, double b) { return a != 0.0 && b != 0.0 ? 1.0 : 0.0; });
        case Operation::either:
            return use([](double a, double b) { return a != 0.0 || b != 0.0 ? 1.0 : 0.0; });
        case Operation::choose:
            return use([](double a, double b, double c) { return a != 0.0 ? b : c; });
        case Operation::call_one:
            return use([call = std::get<Function::Unary>(node.function->call)](double a) {
                return call(a);
            });
        case Operation::call_two: {
            const auto* many = std::get_if<Function::OfMany>(&node.function->call);
            const Function::Binary call =
                many != nullptr ? many->of_two : std::get<Function::Binary>(node.function->call);
            return use([call](double a, double b) { return call(a, b); });
        }
    }
    return use([number = node.number] { return number; });
}

/// The nodes, each after its arguments; the last one is the formula. Nodes of equal value are one
/// node, and what depends on no variable is a number.
using Tree = std::vector<Node>;

/// The tree with a number in place of a variable: what depends on no other one is computed now, by the
/// same operations.
[[nodiscard]] Tree with_number(const Tree& tree, int variable, double number);

/// Builds a tree from the parts of a valid formula in the order in which they are written. A power
/// with the exponent 2, 3, 4 or -1 is a product or a quotient.
class TreeBuilder {
public:
    TreeBuilder() = default;

    void number(double value);
    void variable(int which);
    /// A sign before a value; '+' means nothing.
    void negate();
    /// An operator between two values: "+", "<=", "&&", "^".
    void join(const std::string& text);
    void open();
    void open(const Function& function);
    /// A comma between arguments.
    void separate();
    void close();
    void condition();
    void otherwise();

    /// Ends the formula.
    [[nodiscard]] Tree take();

private:
    struct Waiting {
        enum class Kind { joins, negates, asks, chooses, opens } kind{};
        Operation operation{};
        int binds = 0;  ///< the larger, the earlier
        const Function* function = nullptr;
        std::size_t values = 0;  ///< beneath the arguments of a function
    };

    void push(const Node& node);
    [[nodiscard]] int pop();
    /// Applies the operators that wait and bind as early as `binds` or earlier.
    void apply_down_to(int binds);
    void apply_last();
    void apply(Operation operation, const Function* function = nullptr);
    [[nodiscard]] int find_or_add(const Node& node);
    [[nodiscard]] int applied(Operation operation, const std::array<int, 3>& arguments,
                              const Function* function);
    [[nodiscard]] int powered(const std::array<int, 3>& arguments);

    Tree nodes_;
    std::vector<int> values_;  ///< nodes that no operator has taken yet
    std::vector<Waiting> waiting_;
};

}  // namespace tobiuo::expression
