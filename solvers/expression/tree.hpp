// A formula as a tree: what is computed of what, in an order in which it can be computed.
#pragma once

#include <array>
#include <cstddef>
#include <string>
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

    /// The value for these values of the arguments. Numbers and variables have none.
    [[nodiscard]] double value_of(const std::array<double, 3>& of) const;
};

/// The nodes, each after its arguments; the last one is the formula. Nodes of equal value are one
/// node, and what depends on no variable is a number.
using Tree = std::vector<Node>;

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
