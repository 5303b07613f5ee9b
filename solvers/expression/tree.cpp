// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace tobiuo::expression {
namespace {

/// How early operators bind; those of equal rank from the left, but for ^ and ?:.
constexpr int choice_binds = 1;
constexpr int sign_binds = 7;
constexpr int power_binds = 8;

struct Joint {
    std::string_view text;
    Operation operation;
    int binds;
};
constexpr std::array<Joint, 13> joints{{{"||", Operation::either, 2},
                                        {"&&", Operation::both, 3},
                                        {"<", Operation::less, 4},
                                        {"<=", Operation::less_or_equal, 4},
                                        {">", Operation::greater, 4},
                                        {">=", Operation::greater_or_equal, 4},
                                        {"==", Operation::equal, 4},
                                        {"!=", Operation::unequal, 4},
                                        {"+", Operation::add, 5},
                                        {"-", Operation::subtract, 5},
                                        {"*", Operation::multiply, 6},
                                        {"/", Operation::divide, 6},
                                        {"^", Operation::power, power_binds}}};

bool same_bits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Whether both nodes have the same value everywhere.
bool same(const Node& a, const Node& b)
{
    return a.operation == b.operation && a.arguments == b.arguments && a.variable == b.variable &&
           a.function == b.function && same_bits(a.number, b.number);
}

}  // namespace

int arguments_of(Operation operation)
{
    switch (operation) {
        case Operation::number:
        case Operation::variable:
            return 0;
        case Operation::negate:
        case Operation::call_one:
            return 1;
        case Operation::choose:
            return 3;
        default:
            return 2;
    }
}

double Node::value_of(const std::array<double, 3>& of) const
{
    return with_function(*this, [&of]<typename Function>(const Function& f) {
        if constexpr (std::is_invocable_v<Function>) {
            return f();
        } else if constexpr (std::is_invocable_v<Function, double>) {
            return f(of[0]);
        } else if constexpr (std::is_invocable_v<Function, double, double>) {
            return f(of[0], of[1]);
        } else {
            return f(of[0], of[1], of[2]);
        }
    });
}

void TreeBuilder::number(double value)
{
    push({.operation = Operation::number, .number = value});
}

void TreeBuilder::variable(int which)
{
    push({.operation = Operation::variable, .variable = which, .depends = 1U << which});
}

void TreeBuilder::negate()
{
    waiting_.push_back({.kind = Waiting::Kind::negates, .binds = sign_binds});
}

void TreeBuilder::join(const std::string& text)
{
    const Joint& joint = *std::ranges::find(joints, text, &Joint::text);
    apply_down_to(joint.binds == power_binds ? joint.binds + 1 : joint.binds);
    waiting_.push_back(
        {.kind = Waiting::Kind::joins, .operation = joint.operation, .binds = joint.binds});
}

void TreeBuilder::open()
{
    waiting_.push_back({.kind = Waiting::Kind::opens});
}

void TreeBuilder::open(const Function& function)
{
    waiting_.push_back(
        {.kind = Waiting::Kind::opens, .function = &function, .values = values_.size()});
}

void TreeBuilder::separate()
{
    apply_down_to(choice_binds);
    const Waiting& opened = waiting_.back();
    if (values_.size() - opened.values > 1) {  // of many arguments
        apply(Operation::call_two, opened.function);
    }
}

void TreeBuilder::close()
{
    apply_down_to(choice_binds);
    const Waiting opened = waiting_.back();
    waiting_.pop_back();
    if (opened.function == nullptr) {
        return;
    }
    if (std::holds_alternative<Function::Unary>(opened.function->call)) {
        apply(Operation::call_one, opened.function);
    } else if (values_.size() - opened.values > 1) {
        apply(Operation::call_two, opened.function);
    }
}

void TreeBuilder::condition()
{
    apply_down_to(choice_binds + 1);
    waiting_.push_back({.kind = Waiting::Kind::asks});
}

void TreeBuilder::otherwise()
{
    apply_down_to(choice_binds);
    waiting_.back() = {.kind = Waiting::Kind::chooses, .binds = choice_binds};
}

namespace {

/// The nodes that one of them needs: numbers that were folded into others, and arguments that are not used
/// any more, are left out.
Tree needed_by(std::size_t root, const Tree& nodes)
{
    std::vector<int> place(nodes.size(), -1);
    place.at(root) = 0;
    for (std::size_t n = nodes.size(); n-- > 0;) {
        for (int k = 0; place[n] >= 0 && k < arguments_of(nodes[n].operation); ++k) {
            place.at(static_cast<std::size_t>(nodes[n].arguments.at(static_cast<std::size_t>(k)))) =
                0;
        }
    }
    Tree tree;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (place[n] < 0) {
            continue;
        }
        place[n] = static_cast<int>(tree.size());
        Node node = nodes[n];
        for (int k = 0; k < arguments_of(node.operation); ++k) {
            int& argument = node.arguments.at(static_cast<std::size_t>(k));
            argument = place[static_cast<std::size_t>(argument)];
        }
        tree.push_back(node);
    }
    return tree;
}

}  // namespace

Tree with_number(const Tree& tree, int variable, double number)
{
    Tree folded = tree;
    for (Node& node : folded) {
        node.depends &= ~(1U << variable);
        if (node.depends == 0 && node.operation != Operation::number) {
            std::array<double, 3> of{};
            for (int k = 0; k < arguments_of(node.operation); ++k) {
                const auto at = static_cast<std::size_t>(k);
                of.at(at) = folded[static_cast<std::size_t>(node.arguments.at(at))].number;
            }
            const double value = node.operation == Operation::variable ? number : node.value_of(of);
            node = {.operation = Operation::number, .number = value};
        }
    }
    return needed_by(folded.size() - 1, folded);
}

Tree TreeBuilder::take()
{
    apply_down_to(choice_binds);
    return needed_by(static_cast<std::size_t>(values_.back()), nodes_);
}

void TreeBuilder::push(const Node& node)
{
    values_.push_back(find_or_add(node));
}

int TreeBuilder::pop()
{
    const int value = values_.back();
    values_.pop_back();
    return value;
}

void TreeBuilder::apply_down_to(int binds)
{
    while (!waiting_.empty() && waiting_.back().binds >= binds) {
        apply_last();
    }
}

void TreeBuilder::apply_last()
{
    const Waiting last = waiting_.back();
    waiting_.pop_back();
    apply(last.kind == Waiting::Kind::negates   ? Operation::negate
          : last.kind == Waiting::Kind::chooses ? Operation::choose
                                                : last.operation);
}

void TreeBuilder::apply(Operation operation, const Function* function)
{
    std::array<int, 3> arguments{};
    for (auto n = static_cast<std::size_t>(arguments_of(operation)); n-- > 0;) {
        arguments.at(n) = pop();
    }
    values_.push_back(applied(operation, arguments, function));
}

int TreeBuilder::find_or_add(const Node& node)
{
    const auto found =
        std::ranges::find_if(nodes_, [&](const Node& other) { return same(node, other); });
    if (found != nodes_.end()) {
        return static_cast<int>(found - nodes_.begin());
    }
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
}

int TreeBuilder::applied(Operation operation, const std::array<int, 3>& arguments,
                         const Function* function)
{
    Node node{.operation = operation, .arguments = arguments, .function = function};
    std::array<double, 3> numbers{};
    for (int k = 0; k < arguments_of(operation); ++k) {
        const auto at = static_cast<std::size_t>(k);
        const Node& argument = nodes_.at(static_cast<std::size_t>(arguments.at(at)));
        node.depends |= argument.depends;
        numbers.at(at) = argument.number;
    }
    if (node.depends == 0) {
        return find_or_add({.operation = Operation::number, .number = node.value_of(numbers)});
    }
    return operation == Operation::power ? powered(arguments) : find_or_add(node);
}

int TreeBuilder::powered(const std::array<int, 3>& arguments)
{
    const auto [base, exponent, none] = arguments;
    const auto of = [&](Operation operation, int a, int b) {
        return applied(operation, {a, b, 0}, nullptr);
    };
    const Node& given = nodes_.at(static_cast<std::size_t>(exponent));
    const double power = given.operation == Operation::number ? given.number : 0.0;
    if (power == -1.0) {
        const int one = find_or_add({.operation = Operation::number, .number = 1.0});
        return of(Operation::divide, one, base);
    }
    if (power == 2.0 || power == 3.0 || power == 4.0) {
        const int square = of(Operation::multiply, base, base);
        return power == 2.0   ? square
               : power == 3.0 ? of(Operation::multiply, square, base)
                              : of(Operation::multiply, square, square);
    }
    Node node{.operation = Operation::power, .arguments = {base, exponent, 0}};
    node.depends = nodes_.at(static_cast<std::size_t>(base)).depends | given.depends;
    return find_or_add(node);
}

}  // namespace tobiuo::expression
