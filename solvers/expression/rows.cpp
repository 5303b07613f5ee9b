// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/rows.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace tobiuo::expression {
namespace {

/// Points of a block: the values of a formula's nodes stay in the second-level cache.
constexpr std::size_t block = 256;

using Operands = std::array<const double*, 3>;

/// Node::value_of() at `count` points.
void apply(const Node& node, const Operands& of, std::size_t count, double* out)
{
    const double* const a = of[0];
    const double* const b = of[1];
    const double* const c = of[2];
    with_function(node, [=]<typename Function>(const Function& f) {
#pragma omp simd
        for (std::size_t n = 0; n < count; ++n) {
            if constexpr (std::is_invocable_v<Function>) {
                out[n] = f();
            } else if constexpr (std::is_invocable_v<Function, double>) {
                out[n] = f(a[n]);
            } else if constexpr (std::is_invocable_v<Function, double, double>) {
                out[n] = f(a[n], b[n]);
            } else {
                out[n] = f(a[n], b[n], c[n]);
            }
        }
    });
}

}  // namespace

Rows::Rows(Expression expression, int along, std::vector<double> positions)
    : expression_{std::move(expression)},
      along_{1U << static_cast<unsigned>(along)},
      positions_{std::move(positions)},
      of_rows_(expression_.tree().size()),
      broadcast_(expression_.tree().size())
{
    const Tree& tree = expression_.tree();
    for (std::size_t n = 0; n < tree.size(); ++n) {
        const Node& node = tree[n];
        const int arguments = arguments_of(node.operation);
        if (node.operation == Operation::variable && node.depends == along_) {
            of_rows_[n] = positions_;
        } else if (node.depends == along_) {
            Operands of{};
            std::array<std::vector<double>, 3> numbers;
            for (int k = 0; k < arguments; ++k) {
                const auto at = static_cast<std::size_t>(k);
                const auto argument = static_cast<std::size_t>(node.arguments.at(at));
                if (tree[argument].depends == 0) {
                    numbers.at(at).assign(positions_.size(), tree[argument].number);
                }
                of.at(at) =
                    tree[argument].depends == 0 ? numbers.at(at).data() : of_rows_[argument].data();
            }
            of_rows_[n].resize(positions_.size());
            apply(node, of, positions_.size(), of_rows_[n].data());
        }
        for (int k = 0; k < arguments && is_mixed(node); ++k) {
            const auto argument =
                static_cast<std::size_t>(node.arguments.at(static_cast<std::size_t>(k)));
            broadcast_[argument] = (tree[argument].depends & along_) == 0;
        }
    }
}

bool Rows::is_mixed(const Node& node) const
{
    return (node.depends & along_) != 0 && node.depends != along_;
}

void Rows::compute(std::array<double, 4> variables, Scratch& scratch, std::span<double> row) const
{
    const Tree& tree = expression_.tree();
    scratch.values_.resize(tree.size());
    scratch.blocks_.resize(tree.size() * block);
    std::vector<double>& values = scratch.values_;
    for (std::size_t n = 0; n < tree.size(); ++n) {
        const Node& node = tree[n];
        if ((node.depends & along_) != 0) {
            continue;
        }
        values[n] = node.operation == Operation::variable
                        ? variables.at(static_cast<std::size_t>(node.variable))
                        : node.value_of({values[static_cast<std::size_t>(node.arguments[0])],
                                         values[static_cast<std::size_t>(node.arguments[1])],
                                         values[static_cast<std::size_t>(node.arguments[2])]});
        if (broadcast_[n]) {
            std::fill_n(scratch.blocks_.data() + n * block, std::min(block, row.size()), values[n]);
        }
    }
    const Node& root = tree.back();
    if ((root.depends & along_) == 0) {
        std::ranges::fill(row, values.back());
    } else if (!is_mixed(root)) {
        std::ranges::copy(of_rows_.back(), row.begin());
    } else {
        for (std::size_t begin = 0; begin < row.size(); begin += block) {
            compute_block(begin, scratch, row.subspan(begin, std::min(block, row.size() - begin)));
        }
    }
}

void Rows::compute_block(std::size_t begin, Scratch& scratch, std::span<double> out) const
{
    const Tree& tree = expression_.tree();
    for (std::size_t n = 0; n < tree.size(); ++n) {
        const Node& node = tree[n];
        if (!is_mixed(node)) {
            continue;
        }
        Operands of{};
        for (std::size_t k = 0; k < of.size(); ++k) {
            const auto argument = static_cast<std::size_t>(node.arguments.at(k));
            of.at(k) = tree[argument].depends == along_ ? of_rows_[argument].data() + begin
                                                        : scratch.blocks_.data() + argument * block;
        }
        apply(node, of, out.size(),
              n + 1 == tree.size() ? out.data() : scratch.blocks_.data() + n * block);
    }
}

}  // namespace tobiuo::expression
