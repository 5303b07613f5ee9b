#include "solvers/poisson/check/stencil.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/ranks/one_rank.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

struct Entry {
    std::int64_t column{};
    double value{};
};

/// A row of the operator along one axis: own u[k] and the sum of value (u[column] - u[k]). The
/// difference of two near values is exact, so a row keeps the digits of what hardly changes along
/// the axis.
struct Row {
    std::array<Entry, 4> others{};  ///< unused ones are zeros in the row's own column
    double own{};                   ///< the sum of all entries: what walls take
};

/// The entries of a row beside the diagonal, and their sum with it.
struct WideRow {
    std::vector<Entry> others;
    double own{};
};

void add(std::vector<Entry>& row, std::int64_t column, double value)
{
    const auto found = std::ranges::find(row, column, &Entry::column);
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
            for (const Entry& inner : three[middle].others) {
                add(rows[k].others, inner.column, factor * weight * inner.value);
            }
            rows[k].own += factor * weight * three[middle].own;
        };
        double diagonal = three[k].own;
        for (const Entry& outer : three[k].others) {
            // T u in a row is own u[row] + value (u[column] - u[row]) + ...: u[row] itself has what
            // is left of the values of its entries.
            const auto middle = static_cast<std::size_t>(outer.column);
            double rest = three[middle].own;
            for (const Entry& inner : three[middle].others) {
                rest -= inner.value;
            }
            add(rows[k].others, outer.column, factor * outer.value * rest);
            add_row(outer.value, middle);
            diagonal -= outer.value;
        }
        double rest = three[k].own;
        for (const Entry& inner : three[k].others) {
            rest -= inner.value;
        }
        add(rows[k].others, static_cast<std::int64_t>(k), factor * diagonal * rest);
        add_row(diagonal, k);
    }
    return rows;
}

std::vector<Row> rows_of(const Problem& problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<WideRow> rows = three_point_rows(problem, axis);
    if (problem.op == Operator::fourth_order && !one.stretched()) {
        rows = five_point_rows(rows, one.spacing());
    }
    std::vector<Row> packed(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto own_column = static_cast<std::int64_t>(k);
        std::erase_if(rows[k].others,
                      [&](const Entry& entry) { return entry.column == own_column; });
        packed[k].others.fill({own_column, 0.0});
        packed[k].own = rows[k].own;
        std::ranges::copy(rows[k].others, packed[k].others.begin());
    }
    return packed;
}

/// Adds the operator along x on one line to `out`.
template <typename Real>
void add_along(const std::vector<Row>& rows, const Real* u, Real* out)
{
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto here = static_cast<double>(u[k]);
        double sum = rows[k].own * here;
        for (const Entry& entry : rows[k].others) {
            sum += entry.value * (static_cast<double>(u[entry.column]) - here);
        }
        out[k] += static_cast<Real>(sum);
    }
}

/// Adds one row of the operator along y or z to `out`, for a whole line of x; line_at(column) is
/// the line of u at an index of the axis, `own` the one of the row.
template <typename Real, typename LineAt>
void add_across(const Row& row, std::int64_t count, const Real* own, const LineAt& line_at,
                Real* out)
{
    std::array<const Real*, std::tuple_size_v<decltype(row.others)>> lines{};
    std::ranges::transform(row.others, lines.begin(),
                           [&](const Entry& entry) { return line_at(entry.column); });
    for (std::int64_t x = 0; x < count; ++x) {
        const auto here = static_cast<double>(own[x]);
        double sum = row.own * here;
        for (std::size_t at = 0; at < lines.size(); ++at) {
            sum += row.others[at].value * (static_cast<double>(lines[at][x]) - here);
        }
        out[x] += static_cast<Real>(sum);
    }
}

void validate(const Problem& problem, std::int64_t size, std::int64_t wanted)
{
    if (size != wanted) {
        throw std::invalid_argument{"an array of a stencil has " + std::to_string(size) +
                                    " values where its planes have " + std::to_string(wanted) +
                                    " unknowns"};
    }
    if (problem.op == Operator::spectral) {
        throw std::invalid_argument{
            "the spectral operator has no stencil: apply it with the solver's apply()"};
    }
}

/// The planes outside of `own` that the stencil reads for these.
std::set<std::int64_t> planes_beside(const std::vector<Row>& rows, const ranks::Slice& own)
{
    std::set<std::int64_t> beside;
    for (std::int64_t z = own.first; z < own.end(); ++z) {
        for (const Entry& entry : rows[static_cast<std::size_t>(z)].others) {
            if (entry.column < own.first || entry.column >= own.end()) {
                beside.insert(entry.column);
            }
        }
    }
    return beside;
}

/// Fills the planes from `first` on that `out` holds.
template <typename Real>
void apply(const Problem& problem, const StencilPlanes<Real>& u, std::int64_t first,
           std::span<Real> out)
{
    const auto shape = shape_of(problem);
    const std::int64_t nx = shape[0];  // clang 16 takes no structured bindings in the loop below
    const std::int64_t ny = shape[1];
    const std::int64_t planes = std::min(std::ssize(out) / (nx * ny), u.own().end() - first);
    validate(problem, std::ssize(out), planes * nx * ny);
    const std::array rows{rows_of(problem, 0), rows_of(problem, 1), rows_of(problem, 2)};
    const auto lambda = static_cast<Real>(problem.lambda);
    constexpr double nanoseconds = 5.0;
    [[maybe_unused]] const int threads = threads_for(std::ssize(out), nanoseconds);
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (std::int64_t k = 0; k < planes; ++k) {
        for (std::int64_t y = 0; y < ny; ++y) {
            const std::int64_t z = first + k;
            const Real* plane = u.plane(z);
            const Real* line = plane + y * nx;
            Real* to = out.data() + (k * ny + y) * nx;
            for (std::int64_t x = 0; x < nx; ++x) {
                to[x] = lambda * line[x];
            }
            add_along(rows[0], line, to);
            add_across(
                rows[1][static_cast<std::size_t>(y)], nx, line,
                [&](std::int64_t other) { return plane + other * nx; }, to);
            add_across(
                rows[2][static_cast<std::size_t>(z)], nx, line,
                [&](std::int64_t other) { return u.plane(other) + y * nx; }, to);
        }
    }
}

template <typename Real>
void apply_whole(const Problem& problem, std::span<const Real> u, std::span<Real> out)
{
    validate(problem, std::ssize(out), points(problem));
    apply(problem, StencilPlanes<Real>{problem, ranks::OneRank{}, u}, 0, out);
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

void apply_stencil(const Problem& problem, const StencilPlanes<double>& u, std::int64_t first,
                   std::span<double> planes)
{
    apply(problem, u, first, planes);
}

void apply_stencil(const Problem& problem, const StencilPlanes<float>& u, std::int64_t first,
                   std::span<float> planes)
{
    apply(problem, u, first, planes);
}

template <typename Real>
StencilPlanes<Real>::StencilPlanes(const Problem& problem, const Communicator& ranks,
                                   std::span<const Real> own)
    : values_{points(problem) / unknowns(problem, 2).count}, planes_{own}
{
    const auto slices = ranks::slices_of(unknowns(problem, 2).count, ranks.size());
    own_ = slices.at(static_cast<std::size_t>(ranks.rank()));
    validate(problem, std::ssize(own), own_.count * values_);
    const std::vector<Row> rows = rows_of(problem, 2);
    for (const std::int64_t z : planes_beside(rows, own_)) {
        others_[z].resize(static_cast<std::size_t>(values_));
    }
    const std::size_t bytes = static_cast<std::size_t>(values_) * sizeof(Real);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (int other = 0; other < ranks.size(); ++other) {
        const ranks::Slice& theirs = slices.at(static_cast<std::size_t>(other));
        for (const std::int64_t z : planes_beside(rows, theirs)) {
            if (z >= own_.first && z < own_.end()) {
                sends.push_back({.to = other, .data = plane(z), .bytes = bytes});
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

template <typename Real>
const Real* StencilPlanes<Real>::plane(std::int64_t z) const
{
    if (z >= own_.first && z < own_.end()) {
        return planes_.data() + (z - own_.first) * values_;
    }
    return others_.at(z).data();
}

template class StencilPlanes<float>;
template class StencilPlanes<double>;

}  // namespace tobiuo::poisson
