// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/device_faces.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include <tobiuo/flow/solver.hpp>

namespace tobiuo {

DeviceFaces::DeviceFaces(const FlowFaces& faces, std::unique_ptr<const runtime::Machine> machine)
    : faces_{faces}, formulas_{faces.given(), faces.formulas(), std::move(machine), faces.course()}
{
}

void DeviceFaces::look_at(double time)
{
    end_ = 0;
    look(std::array{time});
}

void DeviceFaces::look_ahead(const FlowTime& now, const FlowTime& next, bool on_the_way)
{
    std::vector<double> times{now.time + flow::stage_ends[0] * next.time_step,
                              now.time + flow::stage_ends[1] * next.time_step, next.time};
    end_ = 2;
    for (int n = 1; n < FlowFaces::times_on_the_way && on_the_way; ++n) {
        times.push_back(now.time + (next.time - now.time) * n / FlowFaces::times_on_the_way);
    }
    look(times);
}

void DeviceFaces::look(std::span<const double> times)
{
    found_ = formulas_.look_and_wait(times);
    for (std::size_t n = 0; n < times.size(); ++n) {
        if (found_[n].make_a_flow) {
            continue;
        }
        static_cast<void>(faces_.at(times[n]));  // which throws with the reason
        if (!found_[n].is_finite) {
            throw InputError{faces_.place(),
                             fmt::format("faces: at t = {:.6g} a value is not finite on the GPU "
                                         "(on the CPU it is one at the end of the range of "
                                         "numbers): scale the expressions",
                                         times[n])};
        }
    }
}

double DeviceFaces::largest_rate() const
{
    double largest = 0.0;
    for (std::size_t n = end_; n < found_.size(); ++n) {
        largest = std::max(largest, found_[n].largest_rate);
    }
    return largest;
}

}  // namespace tobiuo
