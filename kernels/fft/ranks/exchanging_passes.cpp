// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/exchanging_passes.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::fft {
namespace {

/// Whether each axis takes a single pass, so that nothing but the exchange lies between arrays.
bool is_short(const Schedule& schedule, std::size_t axes)
{
    std::size_t passes = 0;
    for (const Step& step : schedule.steps) {
        passes += std::holds_alternative<MergedStep>(step) ? 2 : 1;
    }
    return schedule.work_values == 0 && passes <= axes;
}

}  // namespace

std::optional<ExchangingPasses> make_exchanging_passes(const Problem& problem,
                                                       const RankArray& array)
{
    Problem planes = problem;
    planes.lengths.erase(planes.lengths.begin());
    planes.batch = array.planes_of_rank();
    planes.placement = Placement::out_of_place;
    Problem columns = problem;
    columns.lengths = {array.planes, array.rows_of_rank() * array.row};
    columns.placement = Placement::out_of_place;
    const DeviceLimits limits = limits_of_current_device();
    const Choices choices = with_known_table({});
    try {
        Schedule of_planes = array.to_planes ? make_schedule(planes, limits, choices)
                                             : make_rows_last_schedule(planes, limits, choices);
        Schedule of_columns = make_slowest_axis_schedule(columns, limits, choices);
        if (!is_short(of_planes, planes.lengths.size()) || !is_short(of_columns, 1)) {
            return std::nullopt;
        }
        const auto side = [&](Schedule schedule, bool is_planes) {
            return std::make_shared<const DevicePasses>(
                std::move(schedule), problem.precision,
                PassExchange{
                    .array = array, .loads = is_planes == array.to_planes, .is_planes = is_planes});
        };
        const auto ready_planes = side(std::move(of_planes), true);
        const auto ready_columns = side(std::move(of_columns), false);
        device::Kernel::wait_for_begun();
        const auto& first = array.to_planes ? ready_columns : ready_planes;
        const auto& last = array.to_planes ? ready_planes : ready_columns;
        return ExchangingPasses{
            .execute_first =
                [first](void* in, void* out, const RankAddresses& ranks, Stream stream) {
                    first->enqueue({.in = in, .out = out, .ranks = ranks}, stream);
                },
            .execute_last =
                [last](void* out, const RankAddresses& ranks, Stream stream) {
                    last->enqueue({.in = out, .out = out, .ranks = ranks}, stream);
                },
            .planes = describe(ready_planes->schedule()),
            .columns = describe(ready_columns->schedule())};
    } catch (const std::invalid_argument&) {  // an axis that no pass serves: the usual way tells
        return std::nullopt;
    }
}

}  // namespace tobiuo::fft
