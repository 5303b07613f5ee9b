// Transforms with CUDA as subjects of the tuner.
#include <optional>
#include <utility>

#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/tune/transform_subject.hpp"

namespace tobiuo::fft {
namespace {

class CudaTransform final : public TransformSubject {
public:
    CudaTransform(const Problem& problem, bool allows_workspace)
        : TransformSubject{problem}, allows_workspace_{allows_workspace}
    {
    }

    [[nodiscard]] Plan prepare(const TunedTable& table) const override
    {
        DevicePlanOptions options;
        options.choices.table = &table;
        options.choices.allow_workspace = allows_workspace_;
        const auto plan = std::make_shared<const fft::DevicePlan>(problem(), options);
        return {.chosen = choices_in(plan->schedule()),
                .run = [plan](void* in, void* out, cudaStream_t stream) {
                    plan->execute(in, out, stream);
                }};
    }

private:
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
        options.between = function_;
        const auto plan = std::make_shared<const DevicePlan>(problem_, options);
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
    return std::make_unique<CudaTransform>(problem, allows_workspace);
}

std::unique_ptr<TuneSubject> tune_subject(const Problem& problem, const Pointwise& function)
{
    validate(problem);
    static_cast<void>(functions_for(problem, std::nullopt, function, std::nullopt));
    return std::make_unique<PointwiseSubject>(problem, function);
}

}  // namespace tobiuo::fft
