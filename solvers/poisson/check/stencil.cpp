#include "solvers/poisson/check/stencil.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/threads.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

struct Entry {
    std::int64_t column{};
    double value{};
};

/// A row of the operator along one axis; unused entries are zeros on the diagonal.
using Row = std::array<Entry, 5>;

void add(std::vector<Entry>& row, std::int64_t column, double value)
{
    const auto found = std::ranges::find(row, column, &Entry::column);
    if (found == row.end()) {
        row.push_back({column, value});
    } else {
        found->value += value;
    }
}

std::vector<std::vector<Entry>> three_point_rows(const Problem& problem, int axis)
{
    const ThreePoint points = three_point(problem, axis);
    const auto count = static_cast<std::int64_t>(points.below.size());
    std::vector<std::vector<Entry>> rows(points.below.size());
    for (std::int64_t k = 0; k < count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        add(rows[at], k, -points.diagonal(at));
        add(rows[at], (k + count - 1) % count, points.below[at]);
        add(rows[at], (k + 1) % count, points.above[at]);
    }
    return rows;
}

/// The rows of T - h^2 / 12 T T, where T is the three-point operator. The images of both are the
/// same, because T keeps an odd continuation odd and an even one even.
std::vector<std::vector<Entry>> five_point_rows(const std::vector<std::vector<Entry>>& three,
                                                double h)
{
    std::vector<std::vector<Entry>> rows = three;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const Entry& outer : three[k]) {
            for (const Entry& inner : three[static_cast<std::size_t>(outer.column)]) {
                add(rows[k], inner.column, -h * h / 12.0 * outer.value * inner.value);
            }
        }
    }
    return rows;
}

std::vector<Row> rows_of(const Problem& problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<std::vector<Entry>> rows = three_point_rows(problem, axis);
    if (problem.op == Operator::fourth_order && !one.stretched()) {
        rows = five_point_rows(rows, one.spacing());
    }
    std::vector<Row> packed(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        packed[k].fill({static_cast<std::int64_t>(k), 0.0});
        std::ranges::copy(rows[k], packed[k].begin());
    }
    return packed;
}

/// Adds the operator along x on one line to `out`.
template <typename Real>
void add_along(const std::vector<Row>& rows, const Real* u, Real* out)
{
    for (std::size_t k = 0; k < rows.size(); ++k) {
        double sum = 0.0;
        for (const Entry& entry : rows[k]) {
            sum += entry.value * static_cast<double>(u[entry.column]);
        }
        out[k] += static_cast<Real>(sum);
    }
}

/// Adds one row of the operator along y or z to `out`, for a whole line of x; `stride` is that of
/// the axis.
template <typename Real>
void add_across(const Row& row, std::int64_t stride, std::int64_t count, const Real* u, Real* out)
{
    for (std::int64_t x = 0; x < count; ++x) {
        double sum = 0.0;
        for (const Entry& entry : row) {
            sum += entry.value * static_cast<double>(u[entry.column * stride + x]);
        }
        out[x] += static_cast<Real>(sum);
    }
}

void validate(const Problem& problem, std::size_t in, std::size_t out, std::size_t wanted_out)
{
    const auto wanted = static_cast<std::size_t>(points(problem));
    if (in != wanted || out != wanted_out) {
        throw std::invalid_argument{"the arrays of a stencil have " + std::to_string(in) + " and " +
                                    std::to_string(out) + " values where the problem has " +
                                    std::to_string(wanted) + " unknowns"};
    }
    if (problem.op == Operator::spectral) {
        throw std::invalid_argument{
            "the spectral operator has no stencil: apply it with the solver's apply()"};
    }
}

/// Fills the planes from `first` on that `out` holds.
template <typename Real>
void apply(const Problem& problem, std::span<const Real> u, std::int64_t first, std::span<Real> out)
{
    const auto [nx, ny, nz] = shape_of(problem);
    const std::int64_t planes = std::min(std::ssize(out) / (nx * ny), nz - first);
    validate(problem, u.size(), out.size(), static_cast<std::size_t>(planes * nx * ny));
    const std::array rows{rows_of(problem, 0), rows_of(problem, 1), rows_of(problem, 2)};
    const auto lambda = static_cast<Real>(problem.lambda);
    constexpr double nanoseconds = 5.0;
    [[maybe_unused]] const int threads = threads_for(std::ssize(out), nanoseconds);
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (std::int64_t k = 0; k < planes; ++k) {
        for (std::int64_t y = 0; y < ny; ++y) {
            const std::int64_t z = first + k;
            const Real* plane = u.data() + z * nx * ny;
            const Real* line = plane + y * nx;
            Real* to = out.data() + (k * ny + y) * nx;
            for (std::int64_t x = 0; x < nx; ++x) {
                to[x] = lambda * line[x];
            }
            add_along(rows[0], line, to);
            add_across(rows[1][static_cast<std::size_t>(y)], nx, nx, plane, to);
            add_across(rows[2][static_cast<std::size_t>(z)], nx * ny, nx, u.data() + y * nx, to);
        }
    }
}

template <typename Real>
void apply_whole(const Problem& problem, std::span<const Real> u, std::span<Real> out)
{
    validate(problem, u.size(), out.size(), static_cast<std::size_t>(points(problem)));
    apply(problem, u, 0, out);
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

void apply_stencil(const Problem& problem, std::span<const double> u, std::int64_t first,
                   std::span<double> planes)
{
    apply(problem, u, first, planes);
}

void apply_stencil(const Problem& problem, std::span<const float> u, std::int64_t first,
                   std::span<float> planes)
{
    apply(problem, u, first, planes);
}

}  // namespace tobiuo::poisson
