// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/classic/classic.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "kernels/stencil/classic/classic_layout.hpp"
#include "kernels/stencil/classic/classic_plan.hpp"
#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/staging.hpp"
#include "kernels/stencil/value_words.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 4> blocks{"64x4", "16x16", "32x8", "128x2"};
constexpr std::array<std::string_view, 6> depths{"8", "16", "32", "64", "128", "all"};
constexpr std::array<std::string_view, 3> ways_of_p{"none", "three", "all"};
constexpr std::array<std::string_view, 3> ways_to_load{"scalar", "wide", "async"};
constexpr std::array<std::string_view, 2> layouts{"separate", "interleaved"};
constexpr std::array<std::string_view, 2> on_off{"on", "off"};
/// 12800 and 15360 are the paper's values for a GTX 280 and an 8800 GTX; all are multiples of 16
/// bytes.
constexpr std::array<std::string_view, 4> paddings{"0", "128", "12800", "15360"};
constexpr std::array<Parameter, 7> parameters{
    {{"block", "threads of a block along k and j", blocks},
     {"depth", "i-planes that one block computes", depths},
     {"p", "planes of p on chip", ways_of_p},
     {"loads", "one value at a time, 16 bytes at a time, or p by asynchronous copies",
      ways_to_load},
     {"layout", "coefficients as coef[12][i][j][k] or as coef[i][12][j][k]", layouts},
     {"pacing", "a barrier after every point of the march", on_off},
     {"padding", "bytes after every plane of a coefficient", paddings}}};

constexpr std::string_view default_form = "64x4";
/// An upper bound of what a block sum needs beside the planes.
constexpr std::int64_t shared_bytes_of_the_sum = 1024;

template <typename Choices>
int index_of(const Choices& choices, std::string_view word)
{
    return static_cast<int>(std::ranges::find(choices, word) - choices.begin());
}

PlanesOnChip p_of(const SweepRequest& request)
{
    return static_cast<PlanesOnChip>(index_of(ways_of_p, parameter(request, "p", "none")));
}

ClassicLoads loads_of(const SweepRequest& request, PlanesOnChip p)
{
    const bool on_chip = p != PlanesOnChip::none;
    return static_cast<ClassicLoads>(
        index_of(ways_to_load, parameter(request, "loads", on_chip ? "async" : "wide")));
}

/// Why these switches cannot be combined; nothing if they can.
std::optional<std::string> combination_unsupported_reason(const SweepRequest& request)
{
    const PlanesOnChip p = p_of(request);
    if (p == PlanesOnChip::none && loads_of(request, p) == ClassicLoads::async) {
        return "asynchronous copies bring p on chip, so loads=async needs p=three or p=all";
    }
    if (p == PlanesOnChip::three && parameter(request, "pacing", "on") == "off") {
        return "three planes on chip need a barrier at every plane, so p=three has pacing=on";
    }
    return std::nullopt;
}

/// Why the device of the request cannot run these switches; if it does not exist, why no device
/// can.
std::optional<std::string> device_unsupported_reason(const SweepRequest& request)
{
    const ClassicSwitches switches = classic_switches(request);
    const device::DeviceInfo* device = device_called(request.device);
    const std::int64_t needed = switches.form.shared_bytes(switches.depth);
    const std::int64_t there = device != nullptr
                                   ? static_cast<std::int64_t>(device->shared_bytes_per_block)
                                   : most_shared_bytes;
    if (needed + shared_bytes_of_the_sum > there) {
        return "p=" + parameter(request, "p", "none") + " with a block of " +
               parameter(request, "block", default_form) + " and " +
               std::to_string(switches.depth) + " planes needs " + std::to_string(needed) +
               " bytes of shared memory a block, of which there are " + std::to_string(there) +
               "; choose a smaller depth or p=three";
    }
    return compilation_unsupported_reason(request.device);
}

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    if (auto reason = common_unsupported_reason(classic_kind(), request)) {
        return reason;
    }
    if (auto reason = combination_unsupported_reason(request)) {
        return reason;
    }
    const ClassicSwitches switches = classic_switches(request);
    const BlockShape tile{.k = switches.form.tile_k(), .j = switches.form.block_j};
    if (blocks_of(request.shape, request.shape.interior_planes(), tile, switches.depth) >
        most_blocks) {
        return "this grid has more tiles than a launch may have blocks; choose a larger depth";
    }
    return device_unsupported_reason(request);
}

Footprint footprint(const SweepRequest& request)
{
    const Shape& shape = request.shape;
    const ClassicSwitches switches = classic_switches(request);
    const std::int64_t bytes = bytes_per_value(request.precision);
    const std::int64_t pitch = classic_pitch(shape, request.precision);
    const std::int64_t values =
        classic_values(shape.ni, shape.nj, pitch, switches.padding()) +
        2 * (shape.ni * shape.nj * pitch + std::int64_t{2} * switches.form.vector());
    const std::int64_t blocks =
        blocks_of(shape, shape.interior_planes(),
                  {.k = switches.form.tile_k(), .j = switches.form.block_j}, switches.depth);
    return {.host_bytes = staging_bytes(shape, request.precision),
            .device_bytes = values * bytes + classic_sweeps_in_flight(blocks) * (blocks + 1) * 8};
}

ClassicForm form_with(Precision precision, std::string_view block, PlanesOnChip p,
                      ClassicLoads loads, bool pacing)
{
    const BlockShape threads = parse_block(block);
    return {.value_bytes = static_cast<int>(bytes_per_value(precision)),
            .block_k = threads.k,
            .block_j = threads.j,
            .p = p,
            .loads = loads,
            .pacing = pacing};
}

constexpr bool is_form(PlanesOnChip p, ClassicLoads loads, bool pacing)
{
    return (p != PlanesOnChip::none || loads != ClassicLoads::async) &&
           (p != PlanesOnChip::three || pacing);
}

}  // namespace

ClassicSwitches classic_switches(const SweepRequest& request)
{
    const PlanesOnChip p = p_of(request);
    const std::int64_t interior = request.shape.ni - 2;
    const std::string depth = parameter(request, "depth", p == PlanesOnChip::three ? "16" : "8");
    return {
        .form = form_with(
            request.precision, parameter(request, "block", default_form), p, loads_of(request, p),
            parameter(request, "pacing", p == PlanesOnChip::three ? "on" : "off") == "on"),
        .interleaved = parameter(request, "layout", "interleaved") == "interleaved",
        .depth = depth == "all" ? interior : std::min<std::int64_t>(std::stoll(depth), interior),
        .padding_bytes = std::stoll(parameter(request, "padding", "0"))};
}

std::int64_t classic_pitch(const Shape& shape, Precision precision)
{
    const std::int64_t vector = 16 / bytes_per_value(precision);
    return ceil_div(shape.nk, vector) * vector;
}

std::int64_t classic_sweeps_in_flight(std::int64_t blocks)
{
    constexpr std::int64_t most_bytes = std::int64_t{32} << 20;
    return std::clamp<std::int64_t>(most_bytes / 8 / blocks, 1, 1024);
}

device::Specialisation classic_specialisation(const ClassicForm& form)
{
    using device::constant;
    const Precision precision = form.value_bytes == 4 ? Precision::fp32 : Precision::fp64;
    return {.source = "kernels/stencil/classic/classic.cuh",
            .kernel = "himeno_classic",
            .config = {real_member(precision), constant("int block_k", form.block_k),
                       constant("int block_j", form.block_j),
                       constant("int p", static_cast<int>(form.p)),
                       constant("int loads", static_cast<int>(form.loads)),
                       constant("bool pacing", form.pacing ? 1 : 0)},
            .options = {"--fmad=false"},
            .name = "himeno-classic-" + short_word(precision) + "-" + std::to_string(form.block_k) +
                    "x" + std::to_string(form.block_j) + "-p-" +
                    std::string{ways_of_p.at(static_cast<std::size_t>(form.p))} + "-" +
                    std::string{ways_to_load.at(static_cast<std::size_t>(form.loads))} +
                    (form.pacing ? "-paced" : "")};
}

std::vector<device::Specialisation> classic_specialisations()
{
    std::vector<device::Specialisation> all;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const PlanesOnChip p : {PlanesOnChip::none, PlanesOnChip::three, PlanesOnChip::all}) {
            for (const ClassicLoads loads :
                 {ClassicLoads::scalar, ClassicLoads::wide, ClassicLoads::async}) {
                for (const bool pacing : {false, true}) {
                    if (is_form(p, loads, pacing)) {
                        all.push_back(classic_specialisation(
                            form_with(precision, default_form, p, loads, pacing)));
                    }
                }
            }
        }
    }
    for (const std::string_view block : blocks) {
        if (block != default_form) {
            for (const PlanesOnChip p :
                 {PlanesOnChip::none, PlanesOnChip::three, PlanesOnChip::all}) {
                all.push_back(classic_specialisation(
                    form_with(Precision::fp32, block, p, ClassicLoads::scalar, true)));
            }
        }
    }
    return all;
}

const SweepKind& classic_kind()
{
    static constexpr SweepKind kind{
        .name = "classic",
        .backend = Backend::cuda,
        .summary = "one sweep per pass with the techniques of 2008 as switches",
        .label = "one-sweep",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .unsupported_reason = unsupported_reason,
        .footprint = footprint,
        .make = make_classic_plan};
    return kind;
}

}  // namespace tobiuo::stencil
