// SPDX-License-Identifier: BSD-3-Clause
// From a graph to straight-line code: which values get a name, and in which order they come.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "kernels/fft/butterfly/expression.hpp"

namespace tobiuo::fft::codegen {

/// One line of the code: it names a node, or completes both parts of an output.
struct Statement {
    bool is_output;
    std::size_t index;                                   ///< number of the node or of the output
    auto operator<=>(const Statement&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The statements that compute `outputs`. A value gets a name if it is used twice or would make a
/// line too long; any other value is written where it is used.
///
/// Registers are the scarcest resource of a GPU, so a value is computed just before its first use,
/// and all remaining uses of a value follow as soon as they can, so that its register becomes free.
/// For a sum and a difference of the same two values this is the order of an in-place transform.
class Statements {
public:
    explicit Statements(const std::vector<ComplexExpression>& outputs);

    [[nodiscard]] const std::vector<Statement>& in_order() const { return order_; }
    [[nodiscard]] bool is_named(std::size_t node) const { return named_[node]; }
    /// The most real values alive between two statements, inputs and outputs included.
    [[nodiscard]] std::size_t most_alive() const;

private:
    void choose_names();
    /// The named values and symbols that appear in the text of a statement.
    [[nodiscard]] std::set<std::size_t> operands(Statement statement) const;
    void add_operands(std::size_t node, std::set<std::size_t>& found) const;
    void emit(Statement statement);
    void finish(std::size_t value);
    [[nodiscard]] bool is_known(std::size_t value) const;

    const std::vector<ComplexExpression>& outputs_;
    const Graph& graph_;
    std::vector<bool> named_;
    std::vector<std::set<Statement>> users_;  ///< not yet emitted statements that use a value
    std::set<Statement> emitted_;
    std::vector<Statement> order_;
};

}  // namespace tobiuo::fft::codegen
