#include "kernels/stencil/march.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "kernels/stencil/march_plan.hpp"
#include "kernels/stencil/parameters.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 6> blocks{"64x4", "32x8", "128x2", "256x1", "64x8", "128x4"};
constexpr std::array<std::string_view, 6> planes{"8", "16", "32", "64", "128", "all"};
constexpr std::array<std::string_view, 4> occupancies{"1", "2", "3", "4"};
constexpr std::array<Parameter, 3> parameters{
    {{"block", "threads of a block along k and j", blocks},
     {"occupancy", "blocks that a multiprocessor must hold (bounds the registers)", occupancies},
     {"planes", "i-planes that one block computes", planes}}};

std::optional<std::string> objection(const SweepRequest& request)
{
    return common_objection(march_kind(), request);
}

Footprint footprint(const SweepRequest& request)
{
    const std::int64_t bytes = bytes_per_value(request.precision);
    return {.host_bytes = 2 * staging_values * bytes,
            .device_bytes = arrays_moved * request.shape.values() * bytes};
}

std::unique_ptr<SweepPlan> make(const SweepRequest& request)
{
    if (request.precision == Precision::fp32) {
        return make_march_plan<float>(request);
    }
    return make_march_plan<double>(request);
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

device::Specialisation march_specialisation(Precision precision, BlockShape block, int occupancy)
{
    const bool single = precision == Precision::fp32;
    const std::string k = std::to_string(block.k);
    const std::string j = std::to_string(block.j);
    return {.source = "kernels/stencil/march.cuh",
            .kernel = "himeno_march",
            .config = {single ? "using Real = float;" : "using Real = double;",
                       "static constexpr int block_k = " + k + ";",
                       "static constexpr int block_j = " + j + ";",
                       "static constexpr int occupancy = " + std::to_string(occupancy) + ";"},
            .options = {"--fmad=false"},
            .name = std::string{"himeno-march-"} + (single ? "fp32" : "fp64") + "-" + k + "x" + j +
                    "-occupancy" + std::to_string(occupancy)};
}

std::vector<device::Specialisation> march_specialisations()
{
    std::vector<device::Specialisation> all;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const std::string_view block : blocks) {
            for (const std::string_view occupancy : occupancies) {
                all.push_back(
                    march_specialisation(precision, parse_block(block), parse_positive(occupancy)));
            }
        }
    }
    return all;
}

std::int64_t balanced_planes(const Shape& shape, BlockShape block, std::int64_t resident)
{
    const auto parts = [](std::int64_t whole, std::int64_t part) {
        return (whole + part - 1) / part;
    };
    const std::int64_t tiles = parts(shape.nk - 1, block.k) * parts(shape.nj - 2, block.j);
    const std::int64_t interior = shape.ni - 2;
    constexpr std::int64_t most_segments = 64;
    std::int64_t best = interior;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t segments = 1; segments <= std::min(most_segments, interior); ++segments) {
        const std::int64_t length = parts(interior, segments);
        // Two more planes of p are read per segment: 2 of 14 arrays, so a seventh of a plane each.
        const std::int64_t rounds = parts(tiles * parts(interior, length), resident);
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
        .label = "official-rules",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .objection = objection,
        .footprint = footprint,
        .make = make};
    return kind;
}

}  // namespace tobiuo::stencil
