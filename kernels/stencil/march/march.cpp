#include "kernels/stencil/march/march.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "kernels/device/constant.hpp"
#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/march/march_plan.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/value_words.hpp"

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

int parse_positive(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
        throw std::invalid_argument{"'" + std::string{text} + "' is not a positive number"};
    }
    return value;
}

}  // namespace

BlockShape parse_block(std::string_view text)
{
    const auto cross = text.find('x');
    if (cross == std::string_view::npos) {
        throw std::invalid_argument{"block '" + std::string{text} + "' is not written like 64x4"};
    }
    return {.k = parse_positive(text.substr(0, cross)),
            .j = parse_positive(text.substr(cross + 1))};
}

MarchTiles tiles_of(const Shape& shape, PlaneRange range, BlockShape block, std::int64_t planes)
{
    return {.first = range.first,
            .end = range.end,
            .nj = shape.nj,
            .nk = shape.nk,
            .planes = planes,
            .block_k = block.k,
            .block_j = block.j,
            .along_k = static_cast<unsigned>(ceil_div(shape.nk - 1, block.k)),
            .along_j = static_cast<unsigned>(ceil_div(shape.nj - 2, block.j))};
}

std::int64_t blocks_of(const Shape& shape, PlaneRange range, BlockShape block, std::int64_t planes)
{
    return ceil_div(shape.nk - 1, block.k) * ceil_div(shape.nj - 2, block.j) *
           ceil_div(range.count(), planes);
}

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

std::int64_t balanced_planes(const Shape& shape, PlaneRange range, BlockShape block,
                             std::int64_t resident)
{
    const std::int64_t interior = range.count();
    constexpr std::int64_t most_segments = 64;
    std::int64_t best = interior;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t segments = 1; segments <= std::min(most_segments, interior); ++segments) {
        const std::int64_t length = ceil_div(interior, segments);
        // A segment reads two more planes of p, which are 2 of 14 arrays: a seventh of a plane's
        // traffic each.
        const std::int64_t blocks_needed = blocks_of(shape, range, block, length);
        if (blocks_needed > most_blocks) {
            break;
        }
        const std::int64_t rounds = ceil_div(blocks_needed, resident);
        const std::int64_t time = rounds * (7 * length + 2);
        if (time < least) {
            least = time;
            best = length;
        }
    }
    return best;
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
