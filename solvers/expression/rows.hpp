// SPDX-License-Identifier: BSD-3-Clause
// An expression along the rows of an array.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/expression.hpp"

namespace tobiuo::expression {

/// Computes an expression at the points of a row, which differ in one variable. What depends on
/// this variable alone is computed once for all rows, what does not depend on it once a row, and
/// the rest in blocks of points, operation by operation.
///
/// Values   those of Expression::at() at each point, bit by bit.
/// Sharing  any number of threads, each with a Scratch of its own.
class Rows {
public:
    /// The memory of a thread that computes rows.
    class Scratch {
        friend class Rows;
        std::vector<double> values_;  ///< of what is the same in the row, a value a node
        std::vector<double> blocks_;  ///< of what is not, a block a node
    };

    /// `positions` are the values of variable `along` in each row.
    Rows(Expression expression, int along, std::vector<double> positions);

    /// The number of points of a row.
    [[nodiscard]] std::int64_t length() const { return std::ssize(positions_); }

    /// Computes the row in which the variables have these values; the one along the row is ignored.
    /// `row` has length() values.
    void compute(std::array<double, 4> variables, Scratch& scratch, std::span<double> row) const;

private:
    [[nodiscard]] bool is_mixed(const Node& node) const;
    void compute_block(std::size_t begin, Scratch& scratch, std::span<double> out) const;

    Expression expression_;
    unsigned along_;  ///< its bit in Node::depends
    std::vector<double> positions_;
    std::vector<std::vector<double>> of_rows_;  ///< by node: of what depends on `along` alone
    std::vector<bool> broadcast_;  ///< by node: whether blocks use it that is the same in a row
};

}  // namespace tobiuo::expression
