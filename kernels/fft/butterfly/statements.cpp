// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/butterfly/statements.hpp"

#include <algorithm>

#include "kernels/fft/butterfly/dft.hpp"

namespace tobiuo::fft::codegen {
namespace {

/// Widths that keep a line below 100 columns: the width of a term, and of either part of an output.
constexpr std::size_t widest_term = 28;
constexpr std::size_t widest_part = 38;
constexpr std::size_t name_width = 5;
constexpr std::size_t operator_width = 3;
constexpr std::size_t parentheses_width = 2;

}  // namespace

Statements::Statements(const std::vector<ComplexExpression>& outputs)
    : outputs_{outputs},
      graph_{*outputs.front().re.graph},
      named_(graph_.size()),
      users_(graph_.size())
{
    choose_names();
    std::vector<Statement> all;
    for (std::size_t node = 0; node < graph_.size(); ++node) {
        if (named_[node]) {
            all.push_back({false, node});
        }
    }
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        all.push_back({true, output});
    }
    for (const Statement& statement : all) {
        for (const std::size_t value : operands(statement)) {
            users_[value].insert(statement);
        }
    }
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        emit({true, output});
    }
}

void Statements::choose_names()
{
    std::vector<int> uses(graph_.size());
    std::vector<bool> is_part(graph_.size());
    for (const Expression& part : parts(outputs_)) {
        ++uses[part.node];
        is_part[part.node] = true;
    }
    for (std::size_t node = graph_.size(); node-- > 0;) {
        if (uses[node] > 0 && graph_[node].is_operation()) {
            ++uses[graph_[node].left];
            ++uses[graph_[node].right];
        }
    }
    std::vector<std::size_t> width(graph_.size(), name_width);
    for (std::size_t node = 0; node < graph_.size(); ++node) {
        if (uses[node] > 0 && graph_[node].is_operation()) {
            const std::size_t full = width[graph_[node].left] + width[graph_[node].right] +
                                     operator_width + parentheses_width;
            named_[node] = uses[node] > 1 || full > (is_part[node] ? widest_part : widest_term);
            width[node] = named_[node] ? name_width : full;
        }
    }
}

void Statements::add_operands(std::size_t node, std::set<std::size_t>& found) const
{
    if (named_[node] || graph_[node].kind == NodeKind::symbol) {
        found.insert(node);
    } else if (graph_[node].is_operation()) {
        add_operands(graph_[node].left, found);
        add_operands(graph_[node].right, found);
    }
}

std::set<std::size_t> Statements::operands(Statement statement) const
{
    std::set<std::size_t> found;
    if (statement.is_output) {
        add_operands(outputs_[statement.index].re.node, found);
        add_operands(outputs_[statement.index].im.node, found);
    } else {
        add_operands(graph_[statement.index].left, found);
        add_operands(graph_[statement.index].right, found);
    }
    return found;
}

bool Statements::is_known(std::size_t value) const
{
    return graph_[value].kind == NodeKind::symbol || emitted_.contains({false, value});
}

void Statements::emit(Statement statement)
{
    if (emitted_.contains(statement)) {
        return;
    }
    const std::set<std::size_t> needed = operands(statement);
    for (const std::size_t value : needed) {
        if (!is_known(value)) {
            emit({false, value});
        }
    }
    if (!emitted_.insert(statement).second) {
        return;  // this value is on the way to an operand
    }
    order_.push_back(statement);
    for (const std::size_t value : needed) {
        users_[value].erase(statement);
    }
    for (const std::size_t value : needed) {
        finish(value);
    }
}

void Statements::finish(std::size_t value)
{
    const std::set<Statement> rest = users_[value];
    const auto can_be_done = [&](const Statement& user) {
        return std::ranges::all_of(operands(user), [&](std::size_t v) { return is_known(v); });
    };
    if (std::ranges::all_of(rest, can_be_done)) {
        for (const Statement& user : rest) {
            emit(user);
        }
    }
}

std::size_t Statements::most_alive() const
{
    std::vector<std::size_t> last_use(graph_.size());
    std::size_t alive = 0;
    for (std::size_t line = 0; line < order_.size(); ++line) {
        for (const std::size_t value : operands(order_[line])) {
            alive += last_use[value] == 0 && graph_[value].kind == NodeKind::symbol ? 1U : 0U;
            last_use[value] = line + 1;
        }
    }
    std::size_t most = alive;
    for (std::size_t line = 0; line < order_.size(); ++line) {
        for (const std::size_t value : operands(order_[line])) {
            alive -= last_use[value] == line + 1 ? 1U : 0U;
        }
        alive += order_[line].is_output ? 2U : 1U;
        most = std::max(most, alive);
    }
    return most;
}

}  // namespace tobiuo::fft::codegen
