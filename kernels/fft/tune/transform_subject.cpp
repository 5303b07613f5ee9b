#include "kernels/fft/tune/transform_subject.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/fft/host/reference.hpp"

namespace tobiuo::fft {
namespace {

/// The most points that the host transforms in higher precision within seconds.
constexpr std::int64_t most_host_points = std::int64_t{1} << 25;

}  // namespace

TuneSubject::Arrays arrays_of(const Problem& problem)
{
    const auto in = static_cast<std::size_t>(input_bytes(problem));
    const auto out = static_cast<std::size_t>(output_bytes(problem));
    return {.in_bytes = std::max(in, out),
            .out_bytes = out,
            .in_place = problem.placement == Placement::in_place,
            .precision = problem.precision,
            .points = static_cast<double>(points(problem))};
}

TransformSubject::TransformSubject(Problem problem) : problem_{std::move(problem)}
{
    validate(problem_);
}

double TransformSubject::error(const void* in, const void* out) const
{
    return points(problem_) * problem_.batch > most_host_points
               ? -1.0
               : errors_of(problem_, in, out).relative_l2;
}

}  // namespace tobiuo::fft
