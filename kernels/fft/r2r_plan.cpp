// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/fft/r2r_plan.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/transform.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::array<std::string_view, 8> kind_names{"dct-1", "dct-2", "dct-3", "dct-4",
                                                     "dst-1", "dst-2", "dst-3", "dst-4"};

/// A problem of Fourier transforms with the arrays of a cosine or sine transform, so that its
/// checks of arrays and sizes hold here, too.
Problem as_problem(const R2rTransform& transform)
{
    return problem_of({.extents = transform.extents,
                       .kind = Kind::c2c,
                       .precision = transform.precision,
                       .placement = transform.placement,
                       .batch = transform.batch});
}

R2rProblem r2r_problem_of(const R2rTransform& transform)
{
    R2rProblem problem{.axes = {},
                       .scale = transform.scale,
                       .precision = transform.precision,
                       .placement = transform.placement,
                       .batch = transform.batch};
    const std::array extents{transform.extents.x, transform.extents.y, transform.extents.z};
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        if (extents[axis] > 1) {
            problem.axes.push_back({extents[axis], transform.kinds[axis]});
        }
    }
    return problem;
}

void validate_r2r(const R2rTransform& transform)
{
    validate(Transform{.extents = transform.extents,
                       .kind = Kind::c2c,
                       .precision = transform.precision,
                       .placement = transform.placement,
                       .batch = transform.batch});
    if (r2r_problem_of(transform).axes.empty()) {
        throw std::invalid_argument{
            "the transform has one point (axes of one point are not transformed): give an axis "
            "more"};
    }
    if (!std::isfinite(transform.scale)) {
        throw std::invalid_argument{"the scale of the transform is not finite: give a number"};
    }
}

}  // namespace

std::optional<std::string> r2r_unsupported_reason(const R2rTransform& transform, Backend backend)
{
    return refusal_of([&] {
        validate_r2r(transform);
        engines_of(backend).check_r2r(r2r_problem_of(transform));
    });
}

std::int64_t array_bytes(const R2rTransform& transform)
{
    return input_bytes(as_problem(transform)) / 2;
}

std::string describe(const R2rTransform& transform)
{
    const R2rProblem problem = r2r_problem_of(transform);
    std::string lengths;
    std::string kinds;
    for (const R2rAxis& axis : problem.axes) {
        lengths += (lengths.empty() ? "" : "x") + std::to_string(axis.points);
        kinds += (kinds.empty() ? "" : " x ") +
                 std::string{kind_names.at(static_cast<std::size_t>(axis.kind))};
    }
    return "r2r " + lengths + " " + kinds +
           (transform.precision == Precision::fp32 ? " single" : " double") +
           (transform.batch == 1 ? "" : ", batch " + std::to_string(transform.batch)) +
           (transform.placement == Placement::in_place ? ", in place" : ", out of place");
}

class R2rPlan::Implementation {
public:
    Implementation(const R2rTransform& transform, const R2rPlanOptions& options)
        : transform_{transform},
          backend_{chosen_backend(options.backend)},
          engine_{make_engine(transform, backend_, options)}
    {
    }

    void execute(const void* in, void* out, Precision precision, Placement placement,
                 Stream stream) const
    {
        require_not_lost_by_fork(backend_);
        if (precision != transform_.precision || placement != transform_.placement) {
            throw std::invalid_argument{
                "this is the plan of another transform (" + fft::describe(transform_) +
                "): execute it with arrays of its precision, one in place, two out of place"};
        }
        const std::int64_t bytes = array_bytes(transform_);
        validate_arrays(as_problem(transform_), {.in = bytes, .out = bytes}, in, out);
        // NOLINTNEXTLINE(*-const-cast): out of place no engine writes to the input
        engine_.execute_typed(const_cast<void*>(in), out, stream);
    }

    [[nodiscard]] const R2rTransform& transform() const { return transform_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] const Engine& engine() const { return engine_; }

private:
    static Engine make_engine(const R2rTransform& transform, Backend backend,
                              const R2rPlanOptions& options)
    {
        validate_r2r(transform);
        validate_threads(options.threads, "a transform");
        return engines_of(backend).make_r2r(r2r_problem_of(transform), options.threads);
    }

    R2rTransform transform_;
    Backend backend_;
    Engine engine_;
};

R2rPlan::R2rPlan(const R2rTransform& transform, const R2rPlanOptions& options)
    : implementation_{std::make_unique<const Implementation>(transform, options)}
{
}
R2rPlan::R2rPlan(R2rPlan&&) noexcept = default;
R2rPlan& R2rPlan::operator=(R2rPlan&&) noexcept = default;
R2rPlan::~R2rPlan() = default;

void R2rPlan::execute(double* data, Stream stream) const
{
    implementation_->execute(data, data, Precision::fp64, Placement::in_place, stream);
}

void R2rPlan::execute(float* data, Stream stream) const
{
    implementation_->execute(data, data, Precision::fp32, Placement::in_place, stream);
}

void R2rPlan::execute(const double* in, double* out, Stream stream) const
{
    implementation_->execute(in, out, Precision::fp64, Placement::out_of_place, stream);
}

void R2rPlan::execute(const float* in, float* out, Stream stream) const
{
    implementation_->execute(in, out, Precision::fp32, Placement::out_of_place, stream);
}

const R2rTransform& R2rPlan::transform() const
{
    return implementation_->transform();
}

Backend R2rPlan::backend() const
{
    return implementation_->backend();
}

std::string R2rPlan::describe() const
{
    return fft::describe(transform()) + ": " + implementation_->engine().words;
}

}  // namespace tobiuo::fft
