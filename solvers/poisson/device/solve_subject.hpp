// What all subjects of the tuner that solve have in common.
#pragma once

#include "kernels/fft/tune/tune.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A solve by the solver of a back end, which prepare() of a derived class makes. The arrays are f
/// and u of the problem.
class SolveSubject : public fft::TuneSubject {
public:
    explicit SolveSubject(Problem problem);

    [[nodiscard]] Arrays arrays() const override;

    /// The host solves by HostSolver if that takes seconds at most.
    [[nodiscard]] double error(const void* in, const void* out) const override;

protected:
    [[nodiscard]] const Problem& problem() const { return problem_; }

private:
    Problem problem_;
};

}  // namespace tobiuo::poisson
