// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/march/march.hpp"

#include <array>

#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/march/march_plan.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/staging.hpp"
#include "kernels/stencil/value_words.hpp"
#include "runtime/device/compile/constant.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 6> blocks{"64x4", "32x8", "128x2", "256x1", "64x8", "128x4"};
constexpr std::array<std::string_view, 6> planes{"8", "16", "32", "64", "128", "all"};
constexpr std::array<std::string_view, 3> occupancies{"1", "2", "3"};
constexpr std::array<std::string_view, 3> unrolls{"1", "2", "4"};
constexpr std::array<Parameter, 4> parameters{
    {{"block", "threads of a block along k and j", blocks},
     {"occupancy", "blocks that a multiprocessor must hold (bounds the registers)", occupancies},
     {"unroll", "planes per turn of the loop", unrolls},
     {"planes", "i-planes that one block computes", planes}}};

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    if (auto reason = common_unsupported_reason(march_kind(), request)) {
        return reason;
    }
    const BlockShape block = parse_block(parameter(request, "block", default_block));
    const Shape& shape = request.shape;
    const PlaneRange own = request.own_planes();
    if (blocks_of(shape, own, block, own.count()) > most_blocks) {
        return "a plane of this grid has more tiles than a launch may have blocks";
    }
    return compilation_unsupported_reason(request.device);
}

Footprint footprint(const SweepRequest& request)
{
    return {
        .host_bytes = staging_bytes(request.shape, request.precision),
        .device_bytes = arrays_moved * request.shape.values() * bytes_per_value(request.precision)};
}

}  // namespace

device::Specialisation march_specialisation(Precision precision, BlockShape block, int occupancy,
                                            int unroll)
{
    using device::constant;
    return {.source = "kernels/stencil/march/march.cuh",
            .kernel = "himeno_march",
            .config = {real_member(precision), constant("int block_k", block.k),
                       constant("int block_j", block.j), constant("int occupancy", occupancy),
                       constant("int unroll", unroll)},
            .options = {"--fmad=false"},
            .name = "himeno-march-" + short_word(precision) + "-" + std::to_string(block.k) + "x" +
                    std::to_string(block.j) + "-occupancy" + std::to_string(occupancy) + "-unroll" +
                    std::to_string(unroll)};
}

std::vector<device::Specialisation> march_specialisations()
{
    std::vector<device::Specialisation> all;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const std::string_view block : blocks) {
            for (const std::string_view occupancy : occupancies) {
                for (const std::string_view unroll : unrolls) {
                    all.push_back(march_specialisation(precision, parse_block(block),
                                                       parse_positive(occupancy),
                                                       parse_positive(unroll)));
                }
            }
        }
    }
    return all;
}

const SweepKind& march_kind()
{
    static constexpr SweepKind kind{
        .name = "march",
        .backend = Backend::cuda,
        .summary = "one sweep per pass: a thread owns a column and marches along i",
        .label = "one-sweep",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .unsupported_reason = unsupported_reason,
        .footprint = footprint,
        .make = [](const SweepRequest& request) -> std::unique_ptr<SweepPlan> {
            return make_march_plan(request);
        },
        .make_passes = make_march_plan};
    return kind;
}

}  // namespace tobiuo::stencil
