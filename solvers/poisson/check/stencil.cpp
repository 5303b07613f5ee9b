// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/stencil.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/machine_stencil.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

/// The entries of a row beside the diagonal, and their sum with it.
struct WideRow {
    std::vector<StencilEntry> others;
    double own{};
};

void add(std::vector<StencilEntry>& row, std::int64_t column, double value)
{
    const auto found = std::ranges::find(row, column, &StencilEntry::column);
    if (found == row.end()) {
        row.push_back({column, value});
    } else {
        found->value += value;
    }
}

std::vector<WideRow> three_point_rows(const Problem& problem, int axis)
{
    const ThreePoint points = three_point(problem, axis);
    const auto count = static_cast<std::int64_t>(points.below.size());
    std::vector<WideRow> rows(points.below.size());
    for (std::int64_t k = 0; k < count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        rows[at].own = -points.wall_at(at);
        add(rows[at].others, (k + count - 1) % count, points.below[at]);
        add(rows[at].others, (k + 1) % count, points.above[at]);
    }
    return rows;
}

/// The rows of T - h^2 / 12 T T, where T is the three-point operator. The images of both are the
/// same, because T keeps an odd continuation odd and an even one even.
std::vector<WideRow> five_point_rows(const std::vector<WideRow>& three, double h)
{
    const double factor = -h * h / 12.0;
    std::vector<WideRow> rows = three;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto add_row = [&](double weight, std::size_t middle) {
            for (const StencilEntry& inner : three[middle].others) {
                add(rows[k].others, inner.column, factor * weight * inner.value);
            }
            rows[k].own += factor * weight * three[middle].own;
        };
        double diagonal = three[k].own;
        for (const StencilEntry& outer : three[k].others) {
            // T u in a row is own u[row] + value (u[column] - u[row]) + ...: u[row] itself has what
            // is left of the values of its entries.
            const auto middle = static_cast<std::size_t>(outer.column);
            double rest = three[middle].own;
            for (const StencilEntry& inner : three[middle].others) {
                rest -= inner.value;
            }
            add(rows[k].others, outer.column, factor * outer.value * rest);
            add_row(outer.value, middle);
            diagonal -= outer.value;
        }
        double rest = three[k].own;
        for (const StencilEntry& inner : three[k].others) {
            rest -= inner.value;
        }
        add(rows[k].others, static_cast<std::int64_t>(k), factor * diagonal * rest);
        add_row(diagonal, k);
    }
    return rows;
}

std::vector<StencilRow> stencil_rows(const Problem& problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<WideRow> rows = three_point_rows(problem, axis);
    if (problem.op == Operator::fourth_order && !one.stretched()) {
        rows = five_point_rows(rows, one.spacing());
    }
    std::vector<StencilRow> packed(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto own_column = static_cast<std::int64_t>(k);
        std::erase_if(rows[k].others,
                      [&](const StencilEntry& entry) { return entry.column == own_column; });
        std::ranges::fill(packed[k].others, StencilEntry{.column = own_column});
        packed[k].own = rows[k].own;
        std::ranges::copy(rows[k].others, std::begin(packed[k].others));
    }
    return packed;
}

void validate_stencil(const Problem& problem)
{
    if (problem.op == Operator::spectral) {
        throw std::invalid_argument{
            "the spectral operator has no stencil: apply it with the solver's apply()"};
    }
    if (!has_stencil(problem)) {
        throw std::invalid_argument{
            "the rows beside an open end are no stencil: apply them with the solver's apply()"};
    }
}

void validate(const Problem& problem, std::int64_t size, std::int64_t wanted)
{
    if (size != wanted) {
        throw std::invalid_argument{"an array of a stencil has " + std::to_string(size) +
                                    " values where its planes have " + std::to_string(wanted) +
                                    " unknowns"};
    }
    validate_stencil(problem);
}

/// The planes outside of `own` that the stencil reads for these.
std::set<std::int64_t> planes_beside(const std::vector<StencilRow>& rows, const ranks::Slice& own)
{
    std::set<std::int64_t> beside;
    for (std::int64_t z = own.first; z < own.end(); ++z) {
        for (const StencilEntry& entry : rows[static_cast<std::size_t>(z)].others) {
            if (entry.column < own.first || entry.column >= own.end()) {
                beside.insert(entry.column);
            }
        }
    }
    return beside;
}

template <typename Real>
void apply_whole(const Problem& problem, std::span<const Real> u, std::span<Real> out)
{
    validate(problem, std::ssize(out), points(problem));
    const auto host = runtime::make_host_machine();
    const StencilPlanes<Real> planes{problem, ranks::OneRank{}, u};
    Stencil<Real>{problem, *host}.apply({.planes = planes.all(), .to = out.data()},
                                        points(problem) / shape_of(problem)[0], nullptr);
}

}  // namespace

void apply_stencil(const Problem& problem, std::span<const double> u, std::span<double> out)
{
    apply_whole(problem, u, out);
}

void apply_stencil(const Problem& problem, std::span<const float> u, std::span<float> out)
{
    apply_whole(problem, u, out);
}

template <typename T>
Stencil<T>::Stencil(const Problem& problem, const runtime::Machine& machine)
    : lambda_{static_cast<T>(problem.lambda)}, apply_{machine}
{
    validate_stencil(problem);
    const auto shape = shape_of(problem);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<StencilRow> rows = stencil_rows(problem, static_cast<int>(axis));
        rows_.at(axis) = machine.copied_and_wait(std::as_bytes(std::span{rows}));
    }
    counts_ = {shape[0], shape[1]};
    constexpr std::int64_t warp = 32;
    lanes_ = machine.is_host() ? 1 : std::min(warp, shape[0]);
}

template <typename T>
void Stencil<T>::apply(ApplyStencil<T> item, std::int64_t rows, Stream stream) const
{
    for (std::size_t axis = 0; axis < rows_.size(); ++axis) {
        item.along[axis] = rows_.at(axis).template as<StencilRow>();
    }
    std::ranges::copy(counts_, item.counts);
    item.lanes = lanes_;
    item.lambda = lambda_;
    apply_(item, rows * lanes_, stream);
}

template <typename Real>
StencilPlanes<Real>::StencilPlanes(const Problem& problem, const Communicator& ranks,
                                   std::span<const Real> own)
    : values_{points(problem) / unknowns(problem, 2).count},
      planes_(static_cast<std::size_t>(unknowns(problem, 2).count))
{
    const auto slices = ranks::slices_of(unknowns(problem, 2).count, ranks.size());
    own_ = slices.at(static_cast<std::size_t>(ranks.rank()));
    validate(problem, std::ssize(own), own_.count * values_);
    const std::vector<StencilRow> rows = stencil_rows(problem, 2);
    for (std::int64_t z = own_.first; z < own_.end(); ++z) {
        planes_[static_cast<std::size_t>(z)] = own.data() + (z - own_.first) * values_;
    }
    for (const std::int64_t z : planes_beside(rows, own_)) {
        others_[z].resize(static_cast<std::size_t>(values_));
        planes_[static_cast<std::size_t>(z)] = others_[z].data();
    }
    const std::size_t bytes = static_cast<std::size_t>(values_) * sizeof(Real);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (int other = 0; other < ranks.size(); ++other) {
        const ranks::Slice& theirs = slices.at(static_cast<std::size_t>(other));
        for (const std::int64_t z : planes_beside(rows, theirs)) {
            if (z >= own_.first && z < own_.end()) {
                sends.push_back(
                    {.to = other, .data = planes_[static_cast<std::size_t>(z)], .bytes = bytes});
            }
        }
        for (auto& [z, values] : others_) {
            if (z >= theirs.first && z < theirs.end()) {
                receives.push_back({.from = other, .data = values.data(), .bytes = bytes});
            }
        }
    }
    ranks.exchange(sends, receives);
}

template class StencilPlanes<float>;
template class StencilPlanes<double>;
template class Stencil<float>;
template class Stencil<double>;

}  // namespace tobiuo::poisson
