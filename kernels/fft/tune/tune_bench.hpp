// SPDX-License-Identifier: BSD-3-Clause
// The bench on which a tuner runs plans: arrays, a reference, a clock.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/fft/tune/tune.hpp"
#include "kernels/fft/tune/tune_device.hpp"

namespace tobiuo::fft {

/// The arrays of one subject on a device, filled at random, and what tuning spent.
class TuneBench {
public:
    using Plan = TuneSubject::Plan;

    /// The subject's plans run on `device`; both outlive the bench. Throws DeviceError.
    TuneBench(const TuneSubject& subject, const TuneDevice& device);

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
    /// The input, as it was at first, to where plans read it.
    void restore() const;
    void run(const Plan& plan) const;
    [[nodiscard]] void* output() const;

    const TuneSubject& subject_;
    const TuneDevice& device_;
    const runtime::Machine& machine_;
    runtime::OwnStream stream_;
    std::vector<std::byte> input_;
    runtime::Array original_;
    runtime::Array in_;
    runtime::Array out_;  ///< empty if plans work in place
    runtime::Array reference_;
};

}  // namespace tobiuo::fft
