// The bench on which a tuner runs plans: arrays, a reference, a clock.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// The arrays of one subject on the current device, filled at random, and what tuning spent.
class TuneBench {
public:
    using Plan = TuneSubject::Plan;

    explicit TuneBench(const TuneSubject& subject);

    /// A plan made by one of the tables, compiled side by side with others; null with the reason if
    /// it failed.
    struct Built {
        std::unique_ptr<Plan> plan;
        std::string failure;
    };
    [[nodiscard]] std::vector<Built> build(const std::vector<TunedTable>& tables);

    /// Makes the plan's result the one that other results are compared with.
    void take_reference(const Plan& plan);

    /// Relative difference of the plan's result from the host's; negative if the host is too slow.
    [[nodiscard]] double distance_from_host(const Plan& plan);

    /// Relative difference of the plan's result from the reference.
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
