// What all subjects of the tuner that transform have in common.
#pragma once

#include "kernels/fft/problem.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// The arrays of a transform as a subject has them.
[[nodiscard]] TuneSubject::Arrays arrays_of(const Problem& problem);

/// A transform by the plans of a back end, which prepare() of a derived class makes.
class TransformSubject : public TuneSubject {
public:
    /// Throws std::invalid_argument.
    explicit TransformSubject(Problem problem);

    [[nodiscard]] Arrays arrays() const override { return arrays_of(problem_); }

    /// The host transforms in higher precision.
    [[nodiscard]] double error(const void* in, const void* out) const override;

protected:
    [[nodiscard]] const Problem& problem() const { return problem_; }

private:
    Problem problem_;
};

}  // namespace tobiuo::fft
