// SPDX-License-Identifier: BSD-3-Clause
// The cosine and sine transforms of the C interface.
#include <tobiuo/fft/r2r_plan.hpp>

#include "doors/c/boundary.hpp"

namespace tobiuo::c_door {
namespace {

fft::R2rKind kind_of(int number)
{
    using fft::R2rKind;
    return chosen(number,
                  std::array{R2rKind::dct_1, R2rKind::dct_2, R2rKind::dct_3, R2rKind::dct_4,
                             R2rKind::dst_1, R2rKind::dst_2, R2rKind::dst_3, R2rKind::dst_4},
                  "kind");
}

fft::R2rTransform transform_of(const tobiuo_r2r& asked)
{
    using fft::Placement;
    require_reserved(asked.reserved);
    return {
        .extents = {asked.extents[0], asked.extents[1], asked.extents[2]},
        .kinds = {kind_of(asked.kinds[0]), kind_of(asked.kinds[1]), kind_of(asked.kinds[2])},
        .scale = asked.scale == 0.0 ? 1.0 : asked.scale,
        .precision = precision_of(asked.precision),
        .placement = chosen(asked.placement,
                            std::array{Placement::out_of_place, Placement::in_place}, "placement"),
        .batch = asked.batch};
}

template <typename T>
void execute(const fft::R2rPlan& plan, const void* in, void* out, std::int64_t count, Stream stream)
{
    const fft::R2rTransform& transform = plan.transform();
    require_size(count, array_bytes(transform) / static_cast<std::int64_t>(sizeof(T)), "in or out",
                 "values");
    if (transform.placement == fft::Placement::in_place) {
        require_one_array(in, out);
        plan.execute(static_cast<T*>(out), stream);
    } else {
        plan.execute(static_cast<const T*>(in), static_cast<T*>(out), stream);
    }
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;

struct tobiuo_r2r_plan {
    tobiuo::fft::R2rPlan plan;
    std::string description;
};

int tobiuo_r2r_plan_create(const tobiuo_r2r* transform, const tobiuo_options* options,
                           tobiuo_r2r_plan** plan)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        *plan = nullptr;
        c_door::require(transform, "transform");
        tobiuo::fft::R2rPlan made{c_door::transform_of(*transform),
                                  c_door::options_of<tobiuo::fft::R2rPlanOptions>(options)};
        std::string description = made.describe();
        *plan = new tobiuo_r2r_plan{std::move(made), std::move(description)};
    });
}

int tobiuo_r2r_plan_execute(const tobiuo_r2r_plan* plan, const void* in, void* out, int64_t count,
                            void* stream)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        auto* const enqueued = static_cast<tobiuo::Stream>(stream);
        if (plan->plan.transform().precision == tobiuo::Precision::fp64) {
            c_door::execute<double>(plan->plan, in, out, count, enqueued);
        } else {
            c_door::execute<float>(plan->plan, in, out, count, enqueued);
        }
    });
}

int tobiuo_r2r_plan_backend(const tobiuo_r2r_plan* plan, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(plan->plan.backend());
    });
}

int tobiuo_r2r_plan_describe(const tobiuo_r2r_plan* plan, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        c_door::require(text, "text");
        *text = plan->description.c_str();
    });
}

int tobiuo_r2r_plan_destroy(tobiuo_r2r_plan* plan)
{
    return c_door::guarded([&] { delete plan; });
}
