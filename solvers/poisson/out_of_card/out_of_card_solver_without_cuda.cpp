// SPDX-License-Identifier: BSD-3-Clause
// Builds without CUDA have no device to which arrays of the host could go in parts.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

namespace tobiuo::poisson {
namespace {

[[noreturn]] void refuse()
{
    throw DeviceError{"no device to solve on: " + device::survey().reason};
}

}  // namespace

class OutOfCardSolver::Implementation {};

std::optional<std::string> OutOfCardSolver::unsupported_reason(const Problem& /*problem*/,
                                                               const OutOfCardOptions& /*options*/)
{
    return device::survey().reason;
}

OutOfCardSolver::Needs OutOfCardSolver::needs(const Problem& /*problem*/,
                                              const OutOfCardOptions& /*options*/)
{
    refuse();
}

OutOfCardSolver::OutOfCardSolver(const Problem& /*problem*/, const OutOfCardOptions& /*options*/)
{
    refuse();
}
OutOfCardSolver::OutOfCardSolver(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver& OutOfCardSolver::operator=(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver::~OutOfCardSolver() = default;

// No object of the class exists, so that these are never called.
Solved OutOfCardSolver::solve_and_wait(const double* /*f*/, double* /*u*/) const
{
    refuse();
}
Solved OutOfCardSolver::solve_and_wait(const float* /*f*/, float* /*u*/) const
{
    refuse();
}
std::size_t OutOfCardSolver::device_bytes() const
{
    refuse();
}
std::int64_t OutOfCardSolver::copied_bytes() const
{
    refuse();
}
int OutOfCardSolver::passes() const
{
    refuse();
}
std::vector<fft::Chosen> OutOfCardSolver::choices() const
{
    refuse();
}
std::string OutOfCardSolver::describe() const
{
    refuse();
}

}  // namespace tobiuo::poisson
