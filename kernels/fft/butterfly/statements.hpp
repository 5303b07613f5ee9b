// From a graph to straight-line code: which values get a name, and in which order they are computed.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "kernels/fft/butterfly/complex_expression.hpp"

namespace tobiuo::fft::codegen {

/// One line of the code: a node is given a name, or an output (both parts) is complete.
struct Statement {
    bool is_output;
    std::size_t index;                                   ///< of the node, or of the output
    auto operator<=>(const Statement&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The statements that compute `outputs`. A value is named if it is used twice, or would make a
/// line too long; any other is written where it is used.
///
/// Registers are what a GPU has least of, so a value is computed just before its first use; and as
/// soon as all that remains to be done with a value can be done, it is done, so that the value dies.
/// For a sum and a difference of the same two values that is the order of an in-place transform.
class Statements {
public:
    explicit Statements(const std::vector<ComplexExpression>& outputs);

    [[nodiscard]] const std::vector<Statement>& in_order() const { return order_; }
    [[nodiscard]] bool is_named(std::size_t node) const { return named_[node]; }
    /// The most real values alive between two statements, inputs and outputs included.
    [[nodiscard]] std::size_t most_alive() const;

private:
    void choose_names();
    /// Named values and symbols that appear in the text of a statement.
    [[nodiscard]] std::set<std::size_t> operands(Statement statement) const;
    void add_operands(std::size_t node, std::set<std::size_t>& found) const;
    void emit(Statement statement);
    void finish(std::size_t value);
    [[nodiscard]] bool is_known(std::size_t value) const;

    const std::vector<ComplexExpression>& outputs_;
    const Graph& graph_;
    std::vector<bool> named_;
    std::vector<std::set<Statement>> users_;  ///< not yet emitted, by value
    std::set<Statement> emitted_;
    std::vector<Statement> order_;
};

}  // namespace tobiuo::fft::codegen
