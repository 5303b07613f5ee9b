// The checked selection of `tobiuo bench scaling`: the jobs that its options ask for.
#pragma once

#include <memory>
#include <vector>

#include "app/bench/scaling/bench_scaling.hpp"
#include "app/bench/scaling/rank_trial.hpp"

namespace tobiuo::scaling_bench {

/// The jobs of one back end, in the order of the table.
struct BackendJobs {
    Backend backend{};
    std::vector<std::unique_ptr<ScalingJob>> jobs;
};

/// The jobs of all back ends. `device`: that of this rank, which exists if a back end needs it.
/// Throws InputError for a word or a size that is wrong, device::DeviceError if cuda is asked for
/// and there is no device.
[[nodiscard]] std::vector<BackendJobs> chosen_jobs(const BenchScalingOptions& options, int device);

}  // namespace tobiuo::scaling_bench
