// The checked selection of `tobiuo bench poisson`: what its options ask for.
#pragma once

#include <string>
#include <vector>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/poisson/orders.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {

/// The problems of every size with every boundary, location, operator and precision. Throws
/// InputError for a size that is malformed, too large for any memory, or too small for a boundary
/// and an operator.
[[nodiscard]] std::vector<poisson_bench::BenchProblem> chosen_problems(
    const BenchPoissonOptions& options);

/// The implementations, grouped by the memory that they use, in the order of the table.
struct PoissonImplementations {
    std::vector<std::string> device;
    std::vector<std::string> opencl;
    std::vector<std::string> host;
};

/// The implementations asked for on the back ends asked for, or all; by default a GPU is used only
/// if there is one, OpenCL only if it is named, and libraries that are not installed are left out
/// with a warning. Throws InputError for an implementation that runs on none of the back ends, and
/// device::DeviceError if the device is missing although --backends, --device or an implementation
/// asks for it.
[[nodiscard]] PoissonImplementations chosen_implementations(
    const BenchPoissonOptions& options, const device::Survey& found = device::survey());

/// The problems with all pairs of ends, at every location, by every operator.
[[nodiscard]] std::vector<poisson_bench::OrderProblem> chosen_order_problems(
    const BenchPoissonOptions& options);

}  // namespace tobiuo
