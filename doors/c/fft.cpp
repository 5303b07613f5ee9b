// SPDX-License-Identifier: BSD-3-Clause
// The transforms of the C interface.
#include <complex>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <tobiuo/fft.hpp>

#include "doors/c/boundary.hpp"

namespace tobiuo::c_door {
namespace {

fft::Transform transform_of(const tobiuo_transform& asked)
{
    using fft::Direction;
    using fft::Kind;
    using fft::Placement;
    fft::Transform transform{
        .extents = {asked.extents[0], asked.extents[1], asked.extents[2]},
        .kind = chosen(asked.kind, std::array{Kind::c2c, Kind::r2c, Kind::c2r}, "kind"),
        .precision = precision_of(asked.precision),
        .placement = chosen(asked.placement,
                            std::array{Placement::out_of_place, Placement::in_place}, "placement"),
        .batch = asked.batch};
    const Direction direction =
        chosen(asked.direction, std::array{Direction::forward, Direction::inverse}, "direction");
    if (transform.kind == Kind::c2c) {
        transform.direction = direction;
    } else if (transform.kind == Kind::r2c && direction == Direction::inverse) {
        throw std::invalid_argument{
            "direction is TOBIUO_INVERSE, but r2c is forward: ask for TOBIUO_C2R"};
    }
    return transform;
}

/// Bytes of real rows that are padded to their spectrum, which are also those of a c2c array.
std::int64_t padded_bytes(fft::Transform transform)
{
    transform.placement = fft::Placement::in_place;
    return fft::output_bytes(transform);
}

template <typename Real>
void execute_on_host_arrays(const fft::Plan& plan, void* in, void* out)
{
    using Complex = std::complex<Real>;
    const fft::Transform& transform = plan.transform();
    if (transform.placement == fft::Placement::in_place) {
        require_one_array(in, out);
        if (transform.kind == fft::Kind::c2c) {
            plan.execute(static_cast<Complex*>(out));
        } else {
            plan.execute(static_cast<Real*>(out));
        }
    } else if (transform.kind == fft::Kind::c2c) {
        plan.execute(static_cast<const Complex*>(in), static_cast<Complex*>(out));
    } else if (transform.kind == fft::Kind::r2c) {
        plan.execute(static_cast<const Real*>(in), static_cast<Complex*>(out));
    } else {
        plan.execute(static_cast<Complex*>(in), static_cast<Real*>(out));
    }
}

/// With OpenCL execute_untyped() takes buffers, so arrays in host memory go through the typed
/// calls. A plan with OpenCL has no functions, and execute_untyped() refuses data for them.
void execute(const fft::Plan& plan, void* in, void* out, const fft::FunctionData& data,
             Stream stream)
{
    const bool has_data = data.load != nullptr || data.between != nullptr || data.store != nullptr;
    if (plan.backend() != Backend::opencl || has_data) {
        plan.execute_untyped(in, out, data, stream);
    } else if (plan.transform().precision == Precision::fp64) {
        execute_on_host_arrays<double>(plan, in, out);
    } else {
        execute_on_host_arrays<float>(plan, in, out);
    }
}

/// The text of a function as one of the C++ interface; nothing if there is none.
template <typename Function>
std::optional<Function> function_of(const tobiuo_function& asked, const char* name)
{
    if (asked.source == nullptr) {
        return std::nullopt;
    }
    require(asked.name, name);
    return Function{.source = asked.source, .function = asked.name};
}

fft::PlanOptions options_with(const tobiuo_functions& functions, const tobiuo_options* options)
{
    require_reserved(functions.reserved);
    const bool is_input = chosen(functions.load_is_input, std::array{false, true}, "load_is_input");
    auto with = options_of<fft::PlanOptions>(options);
    with.load = function_of<fft::LoadFunction>(functions.load, "load.name");
    with.store = function_of<fft::StoreFunction>(functions.store, "store.name");
    if (with.load) {
        with.load->takes_value = !is_input;
    } else if (is_input) {
        throw std::invalid_argument{
            "load_is_input is 1, but load.source is null: give the function that is the input"};
    }
    return with;
}

fft::FunctionData data_of(const tobiuo_function_data* data)
{
    return data == nullptr ? fft::FunctionData{}
                           : fft::FunctionData{data->load, data->between, data->store};
}

/// A null input, of a plan whose function is the input, has no bytes; other plans refuse it.
void require_input(const void* in, std::int64_t bytes, const fft::Transform& transform)
{
    if (in != nullptr) {
        require_size(bytes, fft::input_bytes(transform), "in", "bytes");
    }
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;

struct tobiuo_plan {
    tobiuo::fft::Plan plan;
    std::string description;
};

struct tobiuo_pointwise_plan {
    tobiuo::fft::PointwisePlan plan;
};

int tobiuo_plan_create(const tobiuo_transform* transform, const tobiuo_options* options,
                       tobiuo_plan** plan)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        *plan = nullptr;
        c_door::require(transform, "transform");
        tobiuo::fft::Plan made{c_door::transform_of(*transform),
                               c_door::options_of<tobiuo::fft::PlanOptions>(options)};
        std::string description = made.describe();
        *plan = new tobiuo_plan{std::move(made), std::move(description)};
    });
}

int tobiuo_plan_execute(const tobiuo_plan* plan, void* in, int64_t in_bytes, void* out,
                        int64_t out_bytes, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        const tobiuo::fft::Transform& transform = plan->plan.transform();
        c_door::require_size(in_bytes, tobiuo::fft::input_bytes(transform), "in", "bytes");
        c_door::require_size(out_bytes, tobiuo::fft::output_bytes(transform), "out", "bytes");
        c_door::execute(plan->plan, in, out, {}, static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_plan_create_with_functions(const tobiuo_transform* transform,
                                      const tobiuo_functions* functions,
                                      const tobiuo_options* options, tobiuo_plan** plan)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        *plan = nullptr;
        c_door::require(transform, "transform");
        c_door::require(functions, "functions");
        if (functions->between.source != nullptr) {
            throw std::invalid_argument{
                "functions.between has a source, but a plan has one transform: call "
                "tobiuo_pointwise_plan_create_with_functions"};
        }
        tobiuo::fft::Plan made{c_door::transform_of(*transform),
                               c_door::options_with(*functions, options)};
        std::string description = made.describe();
        *plan = new tobiuo_plan{std::move(made), std::move(description)};
    });
}

int tobiuo_plan_execute_with_data(const tobiuo_plan* plan, void* in, int64_t in_bytes, void* out,
                                  int64_t out_bytes, const tobiuo_function_data* data, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        const tobiuo::fft::Transform& transform = plan->plan.transform();
        c_door::require_input(in, in_bytes, transform);
        c_door::require_size(out_bytes, tobiuo::fft::output_bytes(transform), "out", "bytes");
        c_door::execute(plan->plan, in, out, c_door::data_of(data),
                        static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_plan_bytes(const tobiuo_plan* plan, int64_t* in_bytes, int64_t* out_bytes)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        c_door::require(in_bytes, "in_bytes");
        c_door::require(out_bytes, "out_bytes");
        *in_bytes = tobiuo::fft::input_bytes(plan->plan.transform());
        *out_bytes = tobiuo::fft::output_bytes(plan->plan.transform());
    });
}

int tobiuo_plan_backend(const tobiuo_plan* plan, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(plan->plan.backend());
    });
}

int tobiuo_plan_describe(const tobiuo_plan* plan, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        c_door::require(text, "text");
        *text = plan->description.c_str();
    });
}

int tobiuo_plan_destroy(tobiuo_plan* plan)
{
    return c_door::guarded([&] { delete plan; });
}

int tobiuo_pointwise_plan_create(const tobiuo_transform* transform, const char* source,
                                 const char* function, const tobiuo_options* options,
                                 tobiuo_pointwise_plan** plan)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        *plan = nullptr;
        c_door::require(transform, "transform");
        c_door::require(source, "source");
        c_door::require(function, "function");
        *plan = new tobiuo_pointwise_plan{
            tobiuo::fft::PointwisePlan{c_door::transform_of(*transform),
                                       {.source = source, .function = function},
                                       c_door::options_of<tobiuo::fft::PlanOptions>(options)}};
    });
}

int tobiuo_pointwise_plan_execute(const tobiuo_pointwise_plan* plan, void* in, int64_t in_bytes,
                                  void* out, int64_t out_bytes, const void* data, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        const tobiuo::fft::Transform& transform = plan->plan.transform();
        c_door::require_size(in_bytes, tobiuo::fft::input_bytes(transform), "in", "bytes");
        c_door::require_size(out_bytes, c_door::padded_bytes(transform), "out", "bytes");
        plan->plan.execute_untyped(in, out, data, static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_pointwise_plan_create_with_functions(const tobiuo_transform* transform,
                                                const tobiuo_functions* functions,
                                                const tobiuo_options* options,
                                                tobiuo_pointwise_plan** plan)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        *plan = nullptr;
        c_door::require(transform, "transform");
        c_door::require(functions, "functions");
        c_door::require(functions->between.source, "between.source");
        const auto between =
            c_door::function_of<tobiuo::fft::Pointwise>(functions->between, "between.name");
        *plan = new tobiuo_pointwise_plan{tobiuo::fft::PointwisePlan{
            c_door::transform_of(*transform), *between, c_door::options_with(*functions, options)}};
    });
}

int tobiuo_pointwise_plan_execute_with_data(const tobiuo_pointwise_plan* plan, void* in,
                                            int64_t in_bytes, void* out, int64_t out_bytes,
                                            const tobiuo_function_data* data, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(plan, "plan");
        const tobiuo::fft::Transform& transform = plan->plan.transform();
        c_door::require_input(in, in_bytes, transform);
        c_door::require_size(out_bytes, c_door::padded_bytes(transform), "out", "bytes");
        plan->plan.execute_untyped(in, out, c_door::data_of(data),
                                   static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_pointwise_plan_destroy(tobiuo_pointwise_plan* plan)
{
    return c_door::guarded([&] { delete plan; });
}
