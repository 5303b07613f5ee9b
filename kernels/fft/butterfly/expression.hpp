// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic on real and complex values as a graph: each value exists once, signs and trivial
// factors folded.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tobiuo::fft::codegen {

enum class NodeKind { constant, symbol, sum, difference, product };

/// A value. Only the members that its kind needs are set. The constant factor of a product is
/// `left`.
struct Node {
    NodeKind kind{};
    long double constant = 0;  ///< not negative
    std::string symbol{};
    std::size_t left = 0;  ///< numbers of earlier nodes
    std::size_t right = 0;

    [[nodiscard]] bool is_operation() const
    {
        return kind != NodeKind::constant && kind != NodeKind::symbol;
    }
    auto operator<=>(const Node&) const = default;  // NOLINT(modernize-use-nullptr)
};

class Graph;

/// A node or its negative. The sign is kept beside the node, where the operators absorb it:
/// a + (-b) becomes a - b, and -(c x) is the same product as c x.
struct Expression {
    Graph* graph = nullptr;
    std::size_t node = 0;
    bool negative = false;
};

/// Owns the nodes. Equal operands give the same node, so common subexpressions are shared from the
/// start; a + b and b + a are one node, and b - a is the negative of a - b.
class Graph {
public:
    Graph() = default;
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    Graph(Graph&&) = delete;
    Graph& operator=(Graph&&) = delete;
    ~Graph() = default;

    [[nodiscard]] Expression constant(long double value);
    [[nodiscard]] Expression symbol(std::string name);
    /// Adds an operation without folding anything but common subexpressions.
    [[nodiscard]] Expression operation(NodeKind kind, std::size_t left, std::size_t right);

    [[nodiscard]] const Node& operator[](std::size_t node) const { return nodes_[node]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

private:
    [[nodiscard]] Expression unique(Node node);

    std::vector<Node> nodes_;
    std::map<Node, std::size_t> known_;
};

/// These operators fold constants, 0, 1, signs, x - x, and c x + c y to c (x + y).
[[nodiscard]] Expression operator-(Expression a);
[[nodiscard]] Expression operator+(Expression a, Expression b);
[[nodiscard]] Expression operator-(Expression a, Expression b);
[[nodiscard]] Expression operator*(Expression a, Expression b);
[[nodiscard]] Expression operator*(long double factor, Expression a);

/// The operations that evaluate each node below the roots once. A negation is a root whose sign no
/// operation can absorb.
struct Cost {
    int additions = 0;  ///< additions and subtractions
    int multiplications = 0;
    int negations = 0;
    bool operator==(const Cost&) const = default;
};

[[nodiscard]] Cost cost(const std::vector<Expression>& roots);

struct ComplexExpression {
    Expression re;
    Expression im;
};

[[nodiscard]] ComplexExpression operator+(ComplexExpression a, ComplexExpression b);
[[nodiscard]] ComplexExpression operator-(ComplexExpression a, ComplexExpression b);
/// Makes the symbols x0.x, x0.y, x1.x, ... of n points.
[[nodiscard]] std::vector<ComplexExpression> points(Graph& graph, std::size_t n);

/// -i a, which needs no operation.
[[nodiscard]] ComplexExpression quarter_turned(ComplexExpression a);

/// cos and sin of 2 pi k / n, reduced to the first octant by exact symmetries: 0, 1/2, 1 and
/// cos = sin at 45 degrees come out exactly, and equal angles give equal numbers.
struct UnitRoot {
    long double cosine;
    long double sine;
};
[[nodiscard]] UnitRoot unit_root(std::size_t k, std::size_t n);

struct Term {
    long double weight = 0;
    Expression value;
};

/// sum_j weight_j value_j as c (value_m + sum of ratio_j value_j), where c is the weight of largest
/// magnitude: the factor c becomes part of a fused multiply-add where the result is added to
/// something, as it usually is, and weights of equal magnitude need no ratio.
[[nodiscard]] Expression weighted_sum(const std::vector<Term>& terms);

/// a exp(-2 pi i k / n), with no multiplication for multiples of 90 degrees, two for those of 45,
/// else four.
[[nodiscard]] ComplexExpression rotated(ComplexExpression a, std::size_t k, std::size_t n);

}  // namespace tobiuo::fft::codegen
