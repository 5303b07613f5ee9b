// The bench that a tuner runs plans on: arrays, a reference, a clock.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// Arrays of one subject on the current device, filled at random, and what tuning spent.
class TuneBench {
public:
    using Plan = TuneSubject::Plan;

    explicit TuneBench(const TuneSubject& subject);

    /// Plans by the tables, compiled side by side; null where one failed, with the reason.
    struct Built {
        std::unique_ptr<Plan> plan;
        std::string failure;
    };
    [[nodiscard]] std::vector<Built> build(const std::vector<TunedTable>& tables);

    /// What a plan makes of the input becomes what others are compared with.
    void take_reference(const Plan& plan);

    /// Relative distance of the plan's result from the host's; negative where the host is too slow.
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

    const TuneSubject& subject_;
    TuneSubject::Arrays arrays_;
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
