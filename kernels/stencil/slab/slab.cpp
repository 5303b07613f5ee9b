// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/slab/slab.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/slab/slab_plan.hpp"
#include "kernels/stencil/staging.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 2> launches{"persistent", "each"};
constexpr std::array<std::string_view, 8> planes{"8", "16", "32", "64", "96", "128", "256", "all"};
constexpr std::array<std::string_view, 3> tiles_of_one{"64x16", "64x8", "64x12"};
constexpr std::array<std::string_view, 2> tiles_of_two{"64x16", "64x12"};
constexpr std::array<std::string_view, 1> tiles_of_three{"64x12"};
/// The registers of a thread are chosen here because the compiler's choice makes three sweeps
/// spill.
constexpr std::array<std::string_view, 5> register_choices{"192", "200", "208", "216", "224"};
constexpr std::string_view tile_summary = "columns and rows of a tile";
constexpr Parameter launch_parameter{
    "launch", "many passes in one launch with a grid-wide barrier, or one launch each", launches};
constexpr Parameter planes_parameter{"planes", "i-planes of a tile", planes};
constexpr std::array<Parameter, 3> parameters_of_one{
    {{"tile", tile_summary, tiles_of_one}, planes_parameter, launch_parameter}};
constexpr std::array<Parameter, 3> parameters_of_two{
    {{"tile", tile_summary, tiles_of_two}, planes_parameter, launch_parameter}};
constexpr std::array<Parameter, 4> parameters_of_three{
    {{"tile", tile_summary, tiles_of_three},
     {"registers", "of a thread of the main warps; what is left is the helpers'", register_choices},
     planes_parameter,
     launch_parameter}};

constexpr int bulk_copy_capability = 90;

/// Why the device of the request cannot run `geometry`; nothing if it can or does not exist.
std::optional<std::string> device_unsupported_reason(const SweepKind& kind, int index)
{
    const device::DeviceInfo* found = device_called(index);
    if (found == nullptr) {
        return std::nullopt;
    }
    const int capability = 10 * found->major + found->minor;
    if (capability < bulk_copy_capability || found->shared_bytes_per_block < most_shared_bytes) {
        return "kernel '" + std::string{kind.name} +
               "' needs bulk copies and 227 KB of shared memory a block, which " + found->name +
               " (compute capability " + std::to_string(found->major) + "." +
               std::to_string(found->minor) + ") has not; use kernel march";
    }
    if (auto reason = compilation_unsupported_reason(index)) {
        return reason;
    }
    if (!compiler_knows(*found)) {
        return "this NVRTC does not know " + found->name + "; use kernel march";
    }
    return std::nullopt;
}

/// `geometry` with as many slots as shared memory holds.
SlabGeometry fitted(SlabGeometry geometry)
{
    while (geometry.shared_bytes() + 4 * geometry.slot_words() <= most_shared_bytes) {
        ++geometry.slots;
    }
    return geometry;
}

template <int sweeps>
const SweepKind& kind_of()
{
    return slab_kinds()[sweeps - 1];
}

template <int sweeps>
std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    const SweepKind& kind = kind_of<sweeps>();
    if (auto reason = common_unsupported_reason(kind, request)) {
        return reason;
    }
    if (request.precision != Precision::fp32) {
        return "kernel '" + std::string{kind.name} +
               "' computes in single precision only; use kernel march";
    }
    const Shape& shape = request.shape;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() / 2;
    const std::int64_t tiles =
        ceil_div(shape.nk, slab_columns) * ceil_div(shape.nj, 8) * ceil_div(shape.ni, 8);
    if (std::max({shape.ni, shape.nj, shape.nk, tiles}) > most) {
        return "kernel '" + std::string{kind.name} +
               "' counts its tiles in 31 bits; this grid "
               "has more";
    }
    return device_unsupported_reason(kind, request.device);
}

template <int sweeps>
Footprint footprint(const SweepRequest& request)
{
    const Shape& shape = request.shape;
    const SlabGeometry geometry = slab_geometry(request, sweeps);
    const std::int64_t piece = planes_of_a_piece(shape) * shape.plane();
    const std::int64_t words =
        slab_words(shape, geometry) + 2 * shape.ni * shape.nj * slab_p_pitch(shape) + piece;
    constexpr std::int64_t bytes = bytes_per_value(Precision::fp32);
    return {.host_bytes = 2 * piece * bytes, .device_bytes = words * bytes};
}

template <int sweeps>
std::unique_ptr<PassPlan> make_passes(const SweepRequest& request)
{
    return make_slab_plan(request, sweeps);
}

template <int sweeps>
std::unique_ptr<SweepPlan> make(const SweepRequest& request)
{
    return make_slab_plan(request, sweeps);
}

template <int sweeps>
constexpr SweepKind kind_with(std::string_view name, std::string_view label,
                              std::string_view summary, std::span<const Parameter> parameters)
{
    return {.name = name,
            .backend = Backend::cuda,
            .summary = summary,
            .label = label,
            .sweeps_per_pass = sweeps,
            .parameters = parameters,
            .unsupported_reason = unsupported_reason<sweeps>,
            .footprint = footprint<sweeps>,
            .make = make<sweeps>,
            .make_passes = make_passes<sweeps>};
}

std::string name_of(const SlabGeometry& geometry)
{
    std::string name = "himeno-slab-fp32-sweeps" + std::to_string(geometry.sweeps) + "-64x" +
                       std::to_string(geometry.tile_j) + "-halo" +
                       std::to_string(geometry.layout.halo) + "-slots" +
                       std::to_string(geometry.slots);
    if (geometry.main_registers > 0) {
        name += "-registers" + std::to_string(geometry.main_registers);
    }
    return name;
}

int number_after(char mark, const std::string& text)
{
    return std::stoi(text.substr(text.find(mark) + 1));
}

std::vector<SlabGeometry> all_geometries()
{
    std::vector<SlabGeometry> all;
    for (const auto& [sweeps, tiles] :
         {std::pair<int, std::span<const std::string_view>>{1, tiles_of_one}, {2, tiles_of_two}}) {
        for (const std::string_view tile : tiles) {
            const int tile_j = number_after('x', std::string{tile});
            all.push_back(fitted({.sweeps = sweeps, .tile_j = tile_j, .layout = {sweeps - 1}}));
        }
    }
    for (const std::string_view registers : register_choices) {
        all.push_back(fitted({.sweeps = 3,
                              .tile_j = 12,
                              .layout = {2},
                              .main_registers = std::stoi(std::string{registers})}));
    }
    for (const int tile_j : {16, 12}) {
        all.push_back(slab_geometry_of_rest({.sweeps = 2, .tile_j = tile_j, .layout = {1}}));
    }
    all.push_back(slab_geometry_of_rest({.sweeps = 3, .tile_j = 12, .layout = {2}}));
    return all;
}

}  // namespace

SlabGeometry slab_geometry(const SweepRequest& request, int sweeps)
{
    const std::string tile = parameter(request, "tile", sweeps == 3 ? "64x12" : "64x16");
    const std::string registers = parameter(request, "registers", sweeps == 3 ? "224" : "0");
    return fitted({.sweeps = sweeps,
                   .tile_j = number_after('x', tile),
                   .layout = {sweeps - 1},
                   .main_registers = std::stoi(registers)});
}

SlabGeometry slab_geometry_of_rest(const SlabGeometry& geometry)
{
    return fitted({.sweeps = 1, .tile_j = geometry.tile_j, .layout = geometry.layout});
}

device::Specialisation slab_specialisation(const SlabGeometry& geometry)
{
    using device::constant;
    return {
        .source = "kernels/stencil/slab/slab.cuh",
        .kernel = "himeno_slab",
        .config = {constant("int sweeps", geometry.sweeps), constant("int tile_j", geometry.tile_j),
                   constant("int slots", geometry.slots),
                   constant("int halo", geometry.layout.halo),
                   constant("int main_registers", geometry.main_registers)},
        .options = {"--fmad=false"},
        .name = name_of(geometry),
        .least_capability = bulk_copy_capability,
        .architecture_specific = true};
}

device::Specialisation slab_pack_specialisation()
{
    return {.source = "kernels/stencil/slab/slab_pack.cuh",
            .kernel = "himeno_slab_pack",
            .config = {},
            .options = {},
            .name = "himeno-slab-pack"};
}

std::vector<device::Specialisation> slab_specialisations()
{
    std::vector<device::Specialisation> all{slab_pack_specialisation()};
    for (const SlabGeometry& geometry : all_geometries()) {
        all.push_back(slab_specialisation(geometry));
    }
    return all;
}

SlabTiles slab_tiles(const Shape& shape, PlaneRange range, const SlabGeometry& geometry,
                     std::int64_t planes_wanted)
{
    return {.ni = static_cast<int>(shape.ni),
            .nj = static_cast<int>(shape.nj),
            .nk = static_cast<int>(shape.nk),
            .first = static_cast<int>(range.first),
            .end = static_cast<int>(range.end),
            .tile_j = geometry.tile_j,
            .planes = static_cast<int>(planes_wanted),
            .along_k = static_cast<int>(ceil_div(shape.nk, slab_columns)),
            .along_j = static_cast<int>(ceil_div(shape.nj - 2, geometry.tile_j)),
            .along_i = static_cast<int>(ceil_div(range.count(), planes_wanted))};
}

std::int64_t balanced_slab_planes(const Shape& shape, PlaneRange range,
                                  const SlabGeometry& geometry, std::int64_t multiprocessors)
{
    const std::int64_t interior = range.count();
    constexpr std::int64_t most_segments = 64;
    // Planes that a tile costs beyond its own: the reach on both sides and the filling of the ring.
    const std::int64_t extra = 2 * geometry.reach() + 3;
    // If several divisions take the same time, the finest wins, because its tiles share more in L2.
    constexpr double same = 1.002;
    std::int64_t best = interior;
    double least = std::numeric_limits<double>::max();
    for (std::int64_t segments = 1; segments <= std::min(most_segments, interior); ++segments) {
        const std::int64_t length = ceil_div(interior, segments);
        const std::int64_t rounds =
            ceil_div(slab_tiles(shape, range, geometry, length).count(), multiprocessors);
        const auto time = static_cast<double>(rounds * (length + extra));
        if (time < same * least) {
            least = std::min(least, time);
            best = length;
        }
    }
    return best;
}

std::int64_t slab_words(const Shape& shape, const SlabGeometry& geometry)
{
    const std::int64_t rows = shape.ni * ceil_div(shape.nk, slab_columns) * shape.nj;
    return (rows + std::int64_t{2} * slab_rows_beyond) * geometry.layout.row();
}

std::int64_t slab_p_pitch(const Shape& shape)
{
    constexpr std::int64_t step = 4;
    return ceil_div(shape.nk, step) * step;
}

std::span<const SweepKind> slab_kinds()
{
    static constexpr std::array<SweepKind, 3> kinds{
        kind_with<1>("slab-1", "one-sweep",
                     "one sweep per pass, coefficients packed and brought by bulk copies",
                     parameters_of_one),
        kind_with<2>("slab-2", "temporal-blocked T=2",
                     "two sweeps per pass over packed coefficients", parameters_of_two),
        kind_with<3>("slab-3", "temporal-blocked T=3",
                     "three sweeps per pass over packed coefficients", parameters_of_three)};
    return kinds;
}

}  // namespace tobiuo::stencil
