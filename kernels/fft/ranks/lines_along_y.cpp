// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/lines_along_y.hpp"

#include <utility>

namespace tobiuo::fft {

LinesAlongY::LinesAlongY(const Problem& problem, Placement placement, RankLayout::Shared shared,
                         const runtime::Machine& machine, const PlanLines& plan,
                         const TranspositionOptions& options)
    : plane_bytes_{shared.division.plane() * complex_bytes(problem.precision)},
      transposition_{std::move(shared.division), std::move(shared.group),
                     complex_bytes(problem.precision), machine, options}
{
    Problem lines{.lengths = {problem.lengths[1]},
                  .kind = Kind::c2c,
                  .direction = problem.direction,
                  .precision = problem.precision,
                  .placement = placement};
    const std::int64_t row = plane_bytes_ / complex_bytes(problem.precision) / problem.lengths[1];
    if (row > 1) {
        lines.lengths.push_back(row);
    }
    for (int chunk = 0; chunk < transposition_.chunks() && row > 0; ++chunk) {
        lines.batch = transposition_.planes_of(chunk).count;
        if (lines.batch > 0 && !plans_.contains(lines.batch)) {
            plans_[lines.batch] = plan(lines, Axes::slowest);
        }
    }
}

void LinesAlongY::transform(const ranks::Slice& planes, std::byte* from, std::byte* to,
                            Stream stream) const
{
    if (const auto plan = plans_.find(planes.count); plan != plans_.end()) {
        const std::int64_t before = planes.first * plane_bytes_;
        plan->second.execute(from + before, to + before, stream, {}, {});
    }
}

void LinesAlongY::take_columns(std::byte* spectrum, bool transforms, ranks::Exchange& exchange,
                               Stream stream) const
{
    transposition_.columns_to_planes(
        [&](const ranks::Slice& planes) { return spectrum + planes.first * plane_bytes_; },
        [&](const ranks::Slice& planes) {
            if (transforms) {
                transform(planes, spectrum, spectrum, stream);
            }
        },
        exchange, stream);
}

void LinesAlongY::make_columns(std::byte* from, std::byte* spectrum, bool transforms,
                               ranks::Exchange& exchange, Stream stream) const
{
    transposition_.planes_to_columns(
        [&](const ranks::Slice& planes) {
            if (transforms) {
                transform(planes, from, spectrum, stream);
            }
            return spectrum + planes.first * plane_bytes_;
        },
        exchange, stream);
}

std::size_t LinesAlongY::workspace_bytes() const
{
    std::size_t bytes = transposition_.bytes();
    for (const auto& [planes, plan] : plans_) {
        bytes += plan.workspace_bytes;
    }
    return bytes;
}

std::string LinesAlongY::describe() const
{
    return plans_.empty() ? "no lines along y"
                          : "lines along y by " + plans_.rbegin()->second.words;
}

}  // namespace tobiuo::fft
