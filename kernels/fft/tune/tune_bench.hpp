// The bench that a tuner runs schedules on: arrays, a reference, a clock.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/plan.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// Arrays of one problem on the current device, filled at random, and what tuning spent.
class TuneBench {
public:
    explicit TuneBench(const Problem& problem);

    /// Plans of the schedules, compiled side by side; null where one failed, with the reason.
    struct Built {
        std::unique_ptr<Plan> plan;
        std::string failure;
    };
    [[nodiscard]] std::vector<Built> build(const std::vector<Schedule>& schedules);

    /// What a schedule makes of the input becomes what others are compared with.
    void take_reference(const Plan& plan);

    /// Relative distance of the heuristic plan's result from a transform in higher precision on the
    /// host; negative where the problem is too large for that.
    [[nodiscard]] double distance_from_host(const Plan& plan);

    /// Relative distance of what `plan` makes from the reference.
    [[nodiscard]] double distance(const Plan& plan);

    /// Median seconds of one execution.
    [[nodiscard]] double seconds(const Plan& plan);

    TuneSeconds spent;

private:
    void restore();
    void run(const Plan& plan);
    [[nodiscard]] void* out() const;

    Problem problem_;
    device::Stream stream_;
    device::Event start_;
    device::Event stop_;
    device::DeviceBuffer<std::byte> original_;
    device::DeviceBuffer<std::byte> in_;
    device::DeviceBuffer<std::byte> out_;
    device::DeviceBuffer<std::byte> reference_;
    std::vector<std::byte> host_input_;
};

}  // namespace tobiuo::fft
