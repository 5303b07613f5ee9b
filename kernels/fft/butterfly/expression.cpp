// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/butterfly/expression.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace tobiuo::fft::codegen {
namespace {

const Node& node_of(Expression a)
{
    return (*a.graph)[a.node];
}

bool is_constant(Expression a)
{
    return node_of(a).kind == NodeKind::constant;
}

long double value_of(Expression a)
{
    return a.negative ? -node_of(a).constant : node_of(a).constant;
}

bool is_zero(Expression a)
{
    return is_constant(a) && node_of(a).constant == 0;
}

/// Whether a and b are products c x and c y with the same constant c.
bool share_factor(Expression a, Expression b)
{
    const Node& first = node_of(a);
    const Node& second = node_of(b);
    return first.kind == NodeKind::product && second.kind == NodeKind::product &&
           first.left == second.left && (*a.graph)[first.left].kind == NodeKind::constant;
}

/// x of a product +-c x, with the sign of the product.
Expression without_factor(Expression product)
{
    return {product.graph, node_of(product).right, product.negative};
}

}  // namespace

Expression Graph::unique(Node node)
{
    const auto [entry, is_new] = known_.try_emplace(node, nodes_.size());
    if (is_new) {
        nodes_.push_back(std::move(node));
    }
    return {this, entry->second};
}

Expression Graph::constant(long double value)
{
    Expression result = unique({.kind = NodeKind::constant, .constant = std::fabs(value)});
    result.negative = value < 0;
    return result;
}

Expression Graph::symbol(std::string name)
{
    return unique({.kind = NodeKind::symbol, .symbol = std::move(name)});
}

Expression Graph::operation(NodeKind kind, std::size_t left, std::size_t right)
{
    const auto exchanged = known_.find({.kind = kind, .left = right, .right = left});
    if (exchanged != known_.end()) {
        return {this, exchanged->second, kind == NodeKind::difference};
    }
    return unique({.kind = kind, .left = left, .right = right});
}

Expression operator-(Expression a)
{
    a.negative = !a.negative;
    return a;
}

Expression operator+(Expression a, Expression b)
{
    if (is_constant(a) && is_constant(b)) {
        return a.graph->constant(value_of(a) + value_of(b));
    }
    if (is_zero(a)) {
        return b;
    }
    if (is_zero(b)) {
        return a;
    }
    if (a.node == b.node && a.negative != b.negative) {
        return a.graph->constant(0);
    }
    if (share_factor(a, b)) {
        const Expression factor{a.graph, node_of(a).left};
        return factor * (without_factor(a) + without_factor(b));
    }
    if (a.negative) {
        return b.negative ? -(-a + -b) : b + a;
    }
    return a.graph->operation(b.negative ? NodeKind::difference : NodeKind::sum, a.node, b.node);
}

Expression operator-(Expression a, Expression b)
{
    return a + -b;
}

Expression operator*(Expression a, Expression b)
{
    if (is_constant(b) && !is_constant(a)) {
        return b * a;
    }
    if (is_constant(a) && is_constant(b)) {
        return a.graph->constant(value_of(a) * value_of(b));
    }
    if (is_zero(a)) {
        return a.graph->constant(0);
    }
    const bool negative = a.negative != b.negative;
    if (is_constant(a) && node_of(a).constant == 1) {
        return {b.graph, b.node, negative};
    }
    const Node& inner = node_of(b);
    if (is_constant(a) && inner.kind == NodeKind::product &&
        (*b.graph)[inner.left].kind == NodeKind::constant) {
        const Expression factor{b.graph, inner.left};
        return (a * factor) * without_factor(b);
    }
    Expression result = a.graph->operation(NodeKind::product, a.node, b.node);
    result.negative = negative;
    return result;
}

Expression operator*(long double factor, Expression a)
{
    return a.graph->constant(factor) * a;
}

Cost cost(const std::vector<Expression>& roots)
{
    Cost total;
    if (roots.empty()) {
        return total;
    }
    const Graph& graph = *roots.front().graph;
    std::vector<bool> needed(graph.size());
    for (const Expression& root : roots) {
        needed[root.node] = true;
        total.negations += root.negative && graph[root.node].kind != NodeKind::constant ? 1 : 0;
    }
    for (std::size_t node = graph.size(); node-- > 0;) {
        const NodeKind kind = graph[node].kind;
        if (needed[node] && graph[node].is_operation()) {
            needed[graph[node].left] = true;
            needed[graph[node].right] = true;
            ++(kind == NodeKind::product ? total.multiplications : total.additions);
        }
    }
    return total;
}

ComplexExpression operator+(ComplexExpression a, ComplexExpression b)
{
    return {a.re + b.re, a.im + b.im};
}

ComplexExpression operator-(ComplexExpression a, ComplexExpression b)
{
    return {a.re - b.re, a.im - b.im};
}

std::vector<ComplexExpression> points(Graph& graph, std::size_t n)
{
    std::vector<ComplexExpression> all;
    for (std::size_t j = 0; j < n; ++j) {
        const std::string name = "x" + std::to_string(j);
        all.push_back({graph.symbol(name + ".x"), graph.symbol(name + ".y")});
    }
    return all;
}

ComplexExpression quarter_turned(ComplexExpression a)
{
    return {a.im, -a.re};
}

UnitRoot unit_root(std::size_t k, std::size_t n)
{
    // Angles are in units of a 24th of 1 / n, so that halves, quarters, eighths and twelfths are
    // integers.
    const std::size_t turn = 24 * n;
    std::size_t angle = 24 * (k % n);
    const bool below = angle > turn / 2;
    angle = below ? turn - angle : angle;
    const bool left = angle > turn / 4;
    angle = left ? turn / 2 - angle : angle;
    const bool steep = angle > turn / 8;
    angle = steep ? turn / 4 - angle : angle;

    const long double radians = 2 * std::numbers::pi_v<long double> *
                                (static_cast<long double>(angle) / static_cast<long double>(turn));
    UnitRoot root{std::cos(radians), std::sin(radians)};
    if (angle == turn / 12) {
        root.sine = 0.5L;
    }
    if (angle == turn / 8) {
        root.cosine = root.sine = std::sqrt(0.5L);
    }
    if (steep) {
        std::swap(root.cosine, root.sine);
    }
    return {left ? -root.cosine : root.cosine, below ? -root.sine : root.sine};
}

Expression weighted_sum(const std::vector<Term>& terms)
{
    const auto largest = std::ranges::max_element(
        terms, {}, [](const Term& term) { return std::fabs(term.weight); });
    if (largest->weight == 0) {
        return largest->value.graph->constant(0);
    }
    Expression sum = largest->value;
    for (const Term& term : terms) {
        if (&term != &*largest) {
            sum = sum + (term.weight / largest->weight) * term.value;
        }
    }
    return largest->weight * sum;
}

ComplexExpression rotated(ComplexExpression a, std::size_t k, std::size_t n)
{
    const auto [cosine, sine] = unit_root(k, n);
    return {weighted_sum({{cosine, a.re}, {sine, a.im}}),
            weighted_sum({{cosine, a.im}, {-sine, a.re}})};
}

}  // namespace tobiuo::fft::codegen
