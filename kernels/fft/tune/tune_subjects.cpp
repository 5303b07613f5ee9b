// Transforms as subjects of the tuner.
#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/device_pointwise_plan.hpp"
#include "kernels/fft/host/reference.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {
namespace {

/// The most points that the host transforms in higher precision within seconds.
constexpr std::int64_t most_host_points = std::int64_t{1} << 25;

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

class TransformSubject final : public TuneSubject {
public:
    TransformSubject(Problem problem, bool allows_workspace)
        : problem_{std::move(problem)}, allows_workspace_{allows_workspace}
    {
    }

    [[nodiscard]] Arrays arrays() const override { return arrays_of(problem_); }

    [[nodiscard]] Plan prepare(const TunedTable& table) const override
    {
        DevicePlanOptions options;
        options.choices.table = &table;
        options.choices.allow_workspace = allows_workspace_;
        const auto plan = std::make_shared<const fft::DevicePlan>(problem_, options);
        return {.chosen = choices_in(plan->schedule()),
                .run = [plan](void* in, void* out, cudaStream_t stream) {
                    plan->execute(in, out, stream);
                }};
    }

    [[nodiscard]] double error(const void* in, const void* out) const override
    {
        return points(problem_) * problem_.batch > most_host_points
                   ? -1.0
                   : errors_of(problem_, in, out).relative_l2;
    }

private:
    Problem problem_;
    bool allows_workspace_;
};

/// A transform with a function, whose arrays are those of the transform and its inverse; for r2c in
/// place.
class PointwiseSubject final : public TuneSubject {
public:
    PointwiseSubject(Problem problem, Pointwise function)
        : problem_{std::move(problem)}, function_{std::move(function)}
    {
        problem_.placement = Placement::in_place;
    }

    [[nodiscard]] Arrays arrays() const override { return arrays_of(problem_); }

    [[nodiscard]] Plan prepare(const TunedTable& table) const override
    {
        DevicePlanOptions options;
        options.choices.table = &table;
        const auto plan = std::make_shared<const DevicePointwisePlan>(problem_, function_, options);
        return {.chosen = choices_in(plan->schedule()),
                .run = [plan](void* in, void* out, cudaStream_t stream) {
                    plan->execute(in, out, stream);
                }};
    }

    /// The host cannot run the function, which is CUDA source.
    [[nodiscard]] double error(const void* /*in*/, const void* /*out*/) const override
    {
        return -1.0;
    }

private:
    Problem problem_;
    Pointwise function_;
};

}  // namespace

std::unique_ptr<TuneSubject> tune_subject(const Problem& problem, bool allows_workspace)
{
    validate(problem);
    return std::make_unique<TransformSubject>(problem, allows_workspace);
}

std::unique_ptr<TuneSubject> tune_subject(const Problem& problem, const Pointwise& function)
{
    validate(problem);
    static_cast<void>(functions_for(problem, std::nullopt, function, std::nullopt));
    return std::make_unique<PointwiseSubject>(problem, function);
}

}  // namespace tobiuo::fft
