// SPDX-License-Identifier: BSD-3-Clause
// The testbeds of Poisson solves: our solver and FFTW on the host; our solver, cuFFT and VkFFT on a
// device; our solver with OpenCL. A solve goes from f to u, as a transform does, and keeps f.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tobiuo/stream.hpp>

#include "app/bench/machines.hpp"
#include "app/bench/measurement.hpp"
#include "app/bench/options.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/poisson/open_kernel.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

using bench::Bytes;

/// Makes the testbed of a machine, of CUDA device `device`, with the contestants that run there:
/// "ours", on the host "fftw", with CUDA "cufft" and "vkfft". `f` is the right-hand side and must
/// outlive the testbed of the host. A plan throws bench::NotPlanned if a library refuses or has too
/// little memory. Throws std::bad_alloc, device::DeviceError.
[[nodiscard]] std::shared_ptr<const bench::Testbed> make_testbed(const bench::MachineKind& machine,
                                                                 int device,
                                                                 const BenchProblem& problem,
                                                                 const Bytes& f,
                                                                 const HostSettings& settings = {});

/// Makes a solve as a user of FFTW writes it: FFTW's transform of the whole array out of place, one
/// loop that divides by the eigenvalues, and FFTW's inverse transform; r2r of the kinds for the
/// walls, or r2c and c2r if all axes are periodic. With open ends (is_convolution()) it pads the box to
/// twice its cells, with images beyond walls, and multiplies by kernel_spectrum(). No axis of `problem` is stretched, and lambda is
/// 0. Throws std::runtime_error if FFTW makes no plan.
[[nodiscard]] std::unique_ptr<bench::Transform> make_fftw_peer(const poisson::Problem& problem,
                                                               const HostSettings& settings);

/// Makes a solve as a user of cuFFT or VkFFT writes it on `device`, the current one: the library's
/// r2c out of place, one kernel that divides by the eigenvalues, and c2r out of place. With walls
/// it works on the periodic box of all images, between a kernel that writes the images and one that
/// copies the unknowns out; with open ends (is_convolution()) zeros take the places of images, and a
/// product with kernel_spectrum() that of the division. `execute` solves from f to u, enqueues on
/// `stream` and keeps f. No axis of `problem` is stretched, and lambda is 0. `library` is "cufft" or
/// "vkfft". A batch is one of problems of one or two axes without open ends. Throws bench::NotPlanned,
/// device::DeviceError.
[[nodiscard]] std::unique_ptr<bench::Transform> make_library_peer(const std::string& library,
                                                                  const poisson::Problem& problem,
                                                                  int device, Stream stream,
                                                                  std::int64_t batch = 1);

/// The kernels beside the transforms of make_library_peer(), for tests that compile them: dividing,
/// multiplying, extending, restricting. They are in builds with CUDA.
[[nodiscard]] std::vector<device::Specialisation> peer_specialisations(
    const poisson::Problem& problem);

/// The most bytes that the testbed of the host, its implementations, their planning and the check
/// of the residual need: f, u and FFTW's spectrum, and two more arrays while a planner measures, or
/// for u and its residual; for a convolution the padded box, its spectrum and that of the kernel.
[[nodiscard]] inline double host_bytes(const BenchProblem& problem)
{
    BenchProblem padded = problem;
    padded.problem = periodic_problem(problem.problem);
    return 5.0 * array_bytes(problem) +
           (is_convolution(problem.problem) ? 2.5 * array_bytes(padded) : 0.0);
}

/// The bytes of the device's memory for the testbed, without those of its implementations.
[[nodiscard]] inline double device_bytes(const BenchProblem& problem)
{
    return 2.0 * array_bytes(problem);
}

/// The bytes on the host for the check of a solve on a device: f, u and the residual.
[[nodiscard]] inline double check_bytes(const BenchProblem& problem)
{
    return 3.0 * array_bytes(problem);
}

/// Random values in [-0.5, 0.5], the same on every machine, in which all modes occur.
[[nodiscard]] Bytes random_right_hand_side(const poisson::Problem& problem,
                                           std::int64_t problems = 1);

/// The residual of `u` for the right-hand side `f`, without the mean of f if the problem has a null
/// space. Both hold points(problem) values of the problem's precision, of a batch those of each
/// problem, of which `number` is meant.
[[nodiscard]] poisson::Residual residual_of(const poisson::Problem& problem, const Bytes& f,
                                            const Bytes& u, std::int64_t number = 0);
/// The one with the largest backward error.
[[nodiscard]] poisson::Residual worst_residual_of(const BenchProblem& problem, const Bytes& f,
                                                  const Bytes& u);

}  // namespace tobiuo::poisson_bench
