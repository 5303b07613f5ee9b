// What `tobiuo bench poisson` shall measure: its options, every word of them checked.
#pragma once

#include <string>
#include <vector>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/poisson/orders.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

/// "ours", "cufft", "vkfft", "fftw": in the order of the table.
[[nodiscard]] const std::vector<std::string>& poisson_implementations();

/// Names and words that an option takes, in the order of the table.
[[nodiscard]] std::vector<std::string> boundary_names();
[[nodiscard]] std::vector<std::string> location_words();
[[nodiscard]] std::vector<std::string> operator_words();

/// Every size with every boundary, location, operator and precision. Throws InputError for a size
/// that is none, that memory could not hold, or too small for a boundary and an operator.
[[nodiscard]] std::vector<poisson_bench::BenchProblem> chosen_problems(
    const BenchPoissonOptions& options);

/// By the memory that they compete in, each in the order of the table.
struct PoissonImplementations {
    std::vector<std::string> device;
    std::vector<std::string> host;
};

/// Those asked for on the back ends asked for, or all; on a GPU by default only where there is one,
/// without libraries that are not installed, which are warned of. Throws InputError for an
/// implementation that none of the back ends has, device::DeviceError where a device is asked for,
/// by --backends, --device or an implementation that runs on no other, and is not there.
[[nodiscard]] PoissonImplementations chosen_implementations(
    const BenchPoissonOptions& options, const device::Survey& found = device::survey());

/// All pairs of ends, at every location, by every operator.
[[nodiscard]] std::vector<poisson_bench::OrderProblem> chosen_order_problems(
    const BenchPoissonOptions& options);

}  // namespace tobiuo
