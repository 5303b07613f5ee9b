// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/open_residual.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo::poisson {
namespace {

/// Visits the unknowns beside open ends of which a rank has the planes: visit(number among the values of
/// all open faces, place among own unknowns, whether an earlier face has visited it, axis).
template <typename Faces, typename Visit>
void for_each_beside(const Problem& problem, const Faces& faces, const ranks::Slice& planes,
                     const Visit& visit)
{
    const auto shape = shape_of(problem);
    const std::int64_t first = planes.first * shape[0] * shape[1];
    const std::int64_t end = planes.end() * shape[0] * shape[1];
    for (int number = 0; number < 6; ++number) {
        const auto begin = faces.first_value(number);
        if (!begin) {
            continue;
        }
        const Face face = face_of(problem, number / 2, number % 2);
        for (std::int64_t n = 0; n < face.values(); ++n) {
            const auto at =
                static_cast<std::int64_t>(face.at(n / face.counts[0], n % face.counts[0], 0));
            if (at < first || at >= end) {
                continue;
            }
            const std::array<std::int64_t, 3> place{at % shape[0], at / shape[0] % shape[1],
                                                    at / (shape[0] * shape[1])};
            bool visited = false;
            for (int before = 0; before < number; ++before) {
                const auto axis = static_cast<std::size_t>(before / 2);
                visited = visited || (faces.first_value(before) &&
                                      place.at(axis) == (before % 2 == 0 ? 0 : shape.at(axis) - 1));
            }
            visit(*begin + n, static_cast<std::size_t>(at - first), visited, number / 2);
        }
    }
}

/// The values of all ranks, each of which has those of its planes.
template <typename Real>
void join(const OpenFaces<Real>& faces, const Problem& problem, const Communicator& ranks,
          std::span<Real> values)
{
    if (ranks.size() == 1) {
        return;
    }
    const auto slices = ranks::slices_of(unknowns(problem, 2).count, ranks.size());
    std::vector<Real> mine(values.begin(), values.end());
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (int other = 0; other < ranks.size(); ++other) {
        const auto pieces = [&](int rank) {
            const ranks::Slice& slice = slices[static_cast<std::size_t>(rank)];
            return slice.count > 0 ? faces.pieces(slice) : std::vector<ranks::Slice>{};
        };
        for (const ranks::Slice& piece : pieces(ranks.rank())) {
            sends.push_back({.to = other,
                             .data = mine.data() + piece.first,
                             .bytes = static_cast<std::size_t>(piece.count) * sizeof(Real)});
        }
        for (const ranks::Slice& piece : pieces(other)) {
            receives.push_back({.from = other,
                                .data = values.data() + piece.first,
                                .bytes = static_cast<std::size_t>(piece.count) * sizeof(Real)});
        }
    }
    ranks.exchange(sends, receives);
}

}  // namespace

template <typename Real>
void open_residual_of(const Problem& problem, std::span<const Real> f, std::span<const Real> u,
                      std::span<Real> field, const Communicator& ranks)
{
    const auto host = runtime::make_host_machine();
    const Problem closed = with_closed_ends(problem);
    const bool on_cells = closed.grid.location == Location::cell;
    const PlaneReader read = residual_planes(closed, f, 0.0, u, ranks);
    const ranks::Slice own = ranks::slices_of(unknowns(problem, 2).count, ranks.size())
                                 .at(static_cast<std::size_t>(ranks.rank()));
    const std::int64_t plane = blocks_of(problem).values;
    if (own.count > 0) {
        read_blocks(
            {.planes = own.count, .values = plane},
            [&](std::int64_t first, std::span<double> planes) { read(own.first + first, planes); },
            [&](std::int64_t first, std::span<const double> planes) {
                std::ranges::transform(planes, field.begin() + first * plane,
                                       [](double value) { return static_cast<Real>(value); });
            });
    }
    // On cells the stencil has put -u beyond an end, where u is taken as zero.
    const auto square = [&](int axis) {
        const double h = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
        return h * h;
    };
    const OpenFaces<Real> outer{problem, *host, {.outer = 1.0}, {.outer = 1.0}, false};
    const OpenFaces<Real> inner{problem, *host, {.inner = 1.0}, {.outer = 1.0}, false};
    const auto beyond = outer.new_work();
    const auto beside = inner.new_work();
    const std::span<Real> charges{beside.charges.template as<Real>(),
                                  static_cast<std::size_t>(inner.values())};
    if (on_cells) {
        for_each_beside(problem, outer, own, [&](auto, std::size_t at, bool, int axis) {
            field[at] -= static_cast<Real>(static_cast<double>(u[at]) / square(axis));
        });
    }
    for_each_beside(problem, outer, own, [&](std::int64_t n, std::size_t at, bool visited, int) {
        charges[static_cast<std::size_t>(n)] = visited ? Real{0} : field[at];
    });
    join(inner, problem, ranks, charges);
    outer.take_charges(u.data(), own, beyond, nullptr);
    join(outer, problem, ranks,
         std::span<Real>{beyond.charges.template as<Real>(), charges.size()});
    outer.find_values(beyond, nullptr);
    inner.find_values(beside, nullptr);
    for_each_beside(problem, outer, own, [&](std::int64_t n, std::size_t at, bool, int axis) {
        const double value = static_cast<double>(beyond.values.template as<Real>()[n]) -
                             static_cast<double>(beside.values.template as<Real>()[n]);
        field[at] -= static_cast<Real>(value / square(axis));
    });
}

std::int64_t open_residual_bytes(const Problem& problem)
{
    const std::size_t bytes = problem.precision == Precision::fp32
                                  ? OpenFaces<float>::bytes_of(problem)
                                  : OpenFaces<double>::bytes_of(problem);
    return static_cast<std::int64_t>(2 * bytes);
}

template void open_residual_of(const Problem&, std::span<const float>, std::span<const float>,
                               std::span<float>, const Communicator&);
template void open_residual_of(const Problem&, std::span<const double>, std::span<const double>,
                               std::span<double>, const Communicator&);

}  // namespace tobiuo::poisson
