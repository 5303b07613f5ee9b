// SPDX-License-Identifier: BSD-3-Clause
// The kinds of jobs that `tobiuo bench scaling` measures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tobiuo/fft/distributed_plan.hpp>

#include "app/bench/scaling/bench_scaling.hpp"
#include "app/bench/scaling/rank_trial.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo::scaling_bench {

/// Solves of the second-order operator in place.
struct PoissonSpec {
    std::vector<std::int64_t> lengths;  ///< z, y, x; of a rank if `weak`
    poisson_bench::Boundary boundary;
    Precision precision{};
    Backend backend{};
    bool weak = false;  ///< whether there are as many planes for each rank
};
[[nodiscard]] std::unique_ptr<ScalingJob> make_poisson_job(PoissonSpec spec);

/// Forward transforms of complex numbers in place.
struct FftSpec {
    std::vector<std::int64_t> lengths;  ///< z, y, x
    fft::SpectrumLayout spectrum{};
    fft::RankDivision division = fft::RankDivision::slabs;
    Precision precision{};
    Backend backend{};
    int chunks = 0;  ///< see DistributedPlanOptions
    bool tune =
        false;  ///< whether the number of chunks, and of pencils the grid, is measured first
};
[[nodiscard]] std::unique_ptr<ScalingJob> make_fft_job(FftSpec spec);

/// Sweeps of the benchmark's own arrays.
struct HimenoSpec {
    himeno::Preset preset;
    Precision precision{};
    const stencil::SweepKind* kind{};  ///< makes its passes in parts
    int device = 0;                    ///< of this rank
};
[[nodiscard]] std::unique_ptr<ScalingJob> make_himeno_job(const HimenoSpec& spec);

/// Steps of a flow of flow_bench::example_names().
struct FlowSpec {
    std::string flow;
    std::vector<std::int64_t> lengths;  ///< z, y, x
    Precision precision{};
    Backend backend{};
};
[[nodiscard]] std::unique_ptr<ScalingJob> make_flow_job(const FlowSpec& spec);

/// The jobs of one machine, in the order of the table.
struct MachineJobs {
    const bench::MachineKind* machine{};
    std::vector<std::unique_ptr<ScalingJob>> jobs;
};

/// The jobs that the options ask for, of all machines. `device`: that of this rank, which exists if
/// a machine needs it.
/// Throws InputError for a word or a size that is wrong, device::DeviceError if cuda is asked for
/// and there is no device.
[[nodiscard]] std::vector<MachineJobs> chosen_jobs(const BenchScalingOptions& options, int device);

}  // namespace tobiuo::scaling_bench
