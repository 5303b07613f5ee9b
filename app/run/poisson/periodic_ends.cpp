#include "app/run/poisson/periodic_ends.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "runtime/threads.hpp"

namespace tobiuo {
namespace {

double largest_of(std::span<const double> values)
{
    double largest = 0.0;
    const std::int64_t count = std::ssize(values);
    [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads) reduction(max : largest)
    for (std::int64_t n = 0; n < count; ++n) {
        largest = std::max(largest, std::abs(values[static_cast<std::size_t>(n)]));
    }
    return largest;
}

}  // namespace

PeriodicEnds::PeriodicEnds(const poisson::Problem& problem, const ranks::Slice& planes)
    : problem_{problem},
      counts_{problem.grid.values(0), problem.grid.values(1), problem.grid.values(2)},
      planes_{planes}
{
    const std::array<std::int64_t, 3> values{counts_[1] * planes.count, counts_[0] * planes.count,
                                             counts_[0] * counts_[1]};
    for (int axis = 0; axis < 3; ++axis) {
        if (collects(axis)) {
            const auto at = static_cast<std::size_t>(axis);
            ends_.at(at).fill(std::vector<double>(static_cast<std::size_t>(values.at(at))));
        }
    }
}

bool PeriodicEnds::collects(int axis) const
{
    return problem_.grid.location == Location::node &&
           problem_.sides.at(static_cast<std::size_t>(axis)).lower ==
               poisson::Condition::periodic &&
           (axis < 2 || planes_.end() == counts_[2]);
}

void PeriodicEnds::add(std::int64_t first, std::span<const double> planes)
{
    if (!collects(0) && !collects(1) && !collects(2)) {
        return;
    }
    largest_ = std::max(largest_, largest_of(planes));
    const auto plane = static_cast<std::size_t>(counts_[0] * counts_[1]);
    for (std::size_t at = 0; at < planes.size(); at += plane) {
        add_plane(first + static_cast<std::int64_t>(at / plane), planes.subspan(at, plane));
    }
}

void PeriodicEnds::add_first_plane(std::span<const double> plane)
{
    std::ranges::copy(plane, ends_[2][0].begin());
}

void PeriodicEnds::add_plane(std::int64_t z, std::span<const double> plane)
{
    const std::int64_t row = counts_[0];
    const std::int64_t line = z - planes_.first;
    for (std::size_t end = 0; end < 2; ++end) {
        const auto index = [&](int axis) {
            return end == 0 ? 0 : counts_.at(static_cast<std::size_t>(axis)) - 1;
        };
        for (std::int64_t y = 0; collects(0) && y < counts_[1]; ++y) {
            ends_[0].at(end)[static_cast<std::size_t>(line * counts_[1] + y)] =
                plane[static_cast<std::size_t>(y * row + index(0))];
        }
        if (collects(1)) {
            std::copy_n(plane.begin() + index(1) * row, row, ends_[1].at(end).begin() + line * row);
        }
        if (collects(2) && z == index(2)) {
            std::ranges::copy(plane, ends_[2].at(end).begin());
        }
    }
}

std::optional<Unrepeated> PeriodicEnds::first_unrepeated(double most) const
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto& [lower, upper] = ends_.at(axis);
        for (std::size_t at = 0; at < lower.size(); ++at) {
            if (std::abs(upper[at] - lower[at]) <= most) {
                continue;
            }
            const std::size_t faster = axis == 0 ? 1 : 0;
            const std::size_t slower = axis == 2 ? 1 : 2;
            Unrepeated found{.axis = axis, .index = {}, .first = lower[at], .last = upper[at]};
            found.index.at(faster) = static_cast<std::int64_t>(at) % counts_.at(faster);
            found.index.at(slower) = static_cast<std::int64_t>(at) / counts_.at(faster) +
                                     (slower == 2 ? planes_.first : 0);
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo
