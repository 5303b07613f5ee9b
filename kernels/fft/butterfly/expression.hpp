// Arithmetic on real values as a graph: each value exists once, signs and trivial factors folded.
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

}  // namespace tobiuo::fft::codegen
