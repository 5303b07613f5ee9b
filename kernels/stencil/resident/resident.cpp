// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/resident/resident.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <string>

#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/resident/resident_arguments.hpp"
#include "kernels/stencil/resident/resident_plan.hpp"
#include "kernels/stencil/staging.hpp"
#include "kernels/stencil/value_words.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::stencil {
namespace {

/// name, rows along i and j, most threads, coefficient vectors in registers in single and double
/// precision (the most without a spill in the compiler's report for sm_90), row_cycles (see
/// cycles()).
constexpr std::array<ResidentTile, 6> known_tiles{{{"1x1", 1, 1, 512, 12, 12, 100.0},
                                                   {"1x2", 1, 2, 512, 4, 6, 98.0},
                                                   {"2x1", 2, 1, 512, 4, 4, 98.0},
                                                   {"2x2", 2, 2, 256, 24, 20, 79.0},
                                                   {"1x4", 1, 4, 256, 24, 24, 80.0},
                                                   {"2x3", 2, 3, 256, 12, 12, 80.0}}};
constexpr std::array<std::string_view, 6> tile_names{"1x1", "1x2", "2x1", "2x2", "1x4", "2x3"};
constexpr std::array<Parameter, 1> parameters{
    {{"tile", "rows along i and j that one thread owns", tile_names}}};

constexpr ChipRoom h200{.multiprocessors = 132, .shared_bytes = most_shared_bytes};
constexpr std::int64_t most_turns = 8;  // vectors that a thread receives in a sweep, at most

/// A rough model of the cycles of one sweep, to rank the forms of one shape.
///
/// The constants were measured on an H200: a row takes a full multiprocessor tile.row_cycles, and a
/// thread has a latency of about 600 for each of its rows; a received row of 32 vectors is 768
/// bytes at 64 bytes a cycle, and storing it takes half as long.
double cycles(const ResidentForm& form, std::int64_t vectors)
{
    const double warps = form.threads / 32.0;
    const double throughput = warps * form.tile.rows() * form.tile.row_cycles;
    const double latency = 350.0 + 600.0 * form.tile.rows();
    const double received =
        static_cast<double>(form.blocks.most_received() * vectors) / 32.0 * 18.0;
    constexpr double per_warp = 10.0;
    return std::max(throughput, latency) + received + per_warp * warps;
}

/// The form with these blocks and tiles, if a block of it can be launched.
std::optional<ResidentForm> form_of(const ResidentBlocks& blocks, const ResidentTile& tile,
                                    std::int64_t vectors, Precision precision)
{
    const std::int64_t teams =
        ceil_div(blocks.most_i(), tile.i) * ceil_div(blocks.most_j(), tile.j);
    const std::int64_t threads = ceil_div(teams * vectors, 32) * 32;
    if (threads > tile.most_threads) {
        return std::nullopt;
    }
    if (blocks.most_received() * vectors > most_turns * threads) {
        return std::nullopt;
    }
    return ResidentForm{.blocks = blocks,
                        .tile = tile,
                        .threads = static_cast<int>(threads),
                        .asks_early = precision == Precision::fp32 && tile.rows() >= 4};
}

std::int64_t bytes_needed(const SweepRequest& request)
{
    const Shape& shape = request.shape;
    return (coefficient_count + 2) * (shape.ni - 2) * (shape.nj - 2) * 16 *
           vectors_of_row(shape.nk, request.precision);
}

/// The most bytes that registers and shared memory hold, with the tile that uses them best.
std::int64_t bytes_there(const ChipRoom& room)
{
    std::int64_t kept = 0;
    for (const ResidentTile& tile : known_tiles) {
        kept =
            std::max<std::int64_t>(kept, std::int64_t{16} * tile.kept_single * tile.most_threads);
    }
    return room.multiprocessors * (room.shared_bytes + kept);
}

std::string megabytes(std::int64_t bytes)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) * 1e-6);
    return text.data();
}

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    if (auto reason = common_unsupported_reason(resident_kind(), request)) {
        return reason;
    }
    const ChipRoom room = room_of(request.device);
    if (!resident_form(request.shape, request.precision, room,
                       parameter(request, "tile", "auto"))) {
        return "this grid does not stay on the chip: its coefficients and p need " +
               megabytes(bytes_needed(request)) + ", and registers and shared memory of " +
               std::to_string(room.multiprocessors) + " multiprocessors hold " +
               megabytes(bytes_there(room)) +
               " at best, less where rows do not divide evenly; use `kernel.name: march`";
    }
    return compilation_unsupported_reason(request.device);
}

Footprint footprint(const SweepRequest& request)
{
    const std::int64_t bytes = bytes_per_value(request.precision);
    Footprint needed{.host_bytes = staging_bytes(request.shape, request.precision),
                     .device_bytes = (coefficient_count + 1) * request.shape.values() * bytes};
    const auto form = resident_form(request.shape, request.precision, room_of(request.device),
                                    parameter(request, "tile", "auto"));
    if (form) {
        needed.device_bytes += mail_bytes_of(*form, request.shape.nk, request.precision) +
                               8 * resident_sweeps_a_launch * (form->blocks.count() + 1);
    }
    return needed;
}

}  // namespace

std::int64_t vectors_of_row(std::int64_t nk, Precision precision)
{
    return ceil_div(nk, 16 / bytes_per_value(precision));
}

std::int64_t shared_bytes_of(const ResidentForm& form, std::int64_t nk, Precision precision)
{
    const ResidentTile& tile = form.tile;
    const std::int64_t halo_i = ceil_div(form.blocks.most_i(), tile.i) * tile.i + 2;
    const std::int64_t halo_j = ceil_div(form.blocks.most_j(), tile.j) * tile.j + 2;
    return resident_shared_bytes(halo_i * halo_j, static_cast<int>(vectors_of_row(nk, precision)),
                                 form.threads,
                                 coefficient_count * tile.rows() - tile.kept(precision));
}

std::int64_t mail_bytes_of(const ResidentForm& form, std::int64_t nk, Precision precision)
{
    const std::int64_t row = mail_row_bytes(static_cast<int>(bytes_per_value(precision)),
                                            static_cast<int>(vectors_of_row(nk, precision)));
    return 2 * row * form.blocks.count() * form.blocks.most_sent();
}

std::optional<ResidentForm> resident_form(const Shape& shape, Precision precision,
                                          const ChipRoom& room, std::string_view tile)
{
    constexpr std::int64_t most_rows = 1 << 24;  // far above any GPU's capacity, far below overflow
    const std::int64_t vectors = vectors_of_row(shape.nk, precision);
    if (shape.ni > most_rows || shape.nj > most_rows || vectors > most_rows ||
        (shape.ni - 2) * (shape.nj - 2) > most_rows) {
        return std::nullopt;
    }
    const auto rows_i = static_cast<int>(shape.ni - 2);
    const auto rows_j = static_cast<int>(shape.nj - 2);
    std::optional<ResidentForm> best;
    double least = std::numeric_limits<double>::max();
    for (const ResidentTile& candidate : known_tiles) {
        if (tile != "auto" && tile != candidate.name) {
            continue;
        }
        for (int along_i = 1; along_i <= std::min(rows_i, room.multiprocessors); ++along_i) {
            for (int along_j = 1; along_j <= std::min(rows_j, room.multiprocessors / along_i);
                 ++along_j) {
                const auto form = form_of(
                    {.rows_i = rows_i, .rows_j = rows_j, .along_i = along_i, .along_j = along_j},
                    candidate, vectors, precision);
                if (form && shared_bytes_of(*form, shape.nk, precision) <= room.shared_bytes &&
                    cycles(*form, vectors) < least) {
                    best = form;
                    least = cycles(*form, vectors);
                }
            }
        }
    }
    return best;
}

device::Specialisation resident_specialisation(Precision precision, std::int64_t nk,
                                               const ResidentForm& form)
{
    using device::constant;
    const std::string block =
        std::to_string(form.blocks.most_i()) + "x" + std::to_string(form.blocks.most_j());
    return {.source = "kernels/stencil/resident/resident.cuh",
            .kernel = "himeno_resident",
            .config = {real_member(precision), constant("int nk", nk),
                       constant("int tile_i", form.tile.i), constant("int tile_j", form.tile.j),
                       constant("int block_i", form.blocks.most_i()),
                       constant("int block_j", form.blocks.most_j()),
                       constant("int threads", form.threads),
                       constant("int kept", form.tile.kept(precision)),
                       constant("int received", form.blocks.most_received()),
                       constant("int asks_early", form.asks_early ? 1 : 0)},
            .options = {"--fmad=false"},
            .name = "himeno-resident-" + short_word(precision) + "-nk" + std::to_string(nk) +
                    "-block" + block + "-tile" + std::string{form.tile.name} + "-threads" +
                    std::to_string(form.threads) + "-kept" +
                    std::to_string(form.tile.kept(precision)) + "-received" +
                    std::to_string(form.blocks.most_received()) +
                    (form.asks_early ? "-early" : "-late")};
}

std::vector<device::Specialisation> resident_specialisations()
{
    std::vector<device::Specialisation> all;
    const auto add = [&all](const Shape& shape, std::string_view tile) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            if (const auto form = resident_form(shape, precision, h200, tile)) {
                all.push_back(resident_specialisation(precision, shape.nk, *form));
            }
        }
    };
    for (const std::string_view tile : tile_names) {
        add({20, 19, 131}, tile);
    }
    // The official sizes, a row of two warps and more, and a single block.
    for (const Shape& shape :
         {Shape{32, 32, 64}, Shape{64, 64, 128}, Shape{5, 9, 258}, Shape{3, 3, 3}}) {
        add(shape, "auto");
    }
    return all;
}

ChipRoom room_of(int device)
{
    const device::DeviceInfo* found = device_called(device);
    return found == nullptr ? h200
                            : ChipRoom{.multiprocessors = found->multiprocessors,
                                       .shared_bytes = found->shared_bytes_per_block};
}

const SweepKind& resident_kind()
{
    static constexpr SweepKind kind{
        .name = "resident",
        .backend = Backend::cuda,
        .summary = "many sweeps per launch: the coefficients stay on the chip (small grids)",
        .label = "on-chip resident",
        .sweeps_per_pass = static_cast<int>(resident_sweeps_a_launch),
        .parameters = parameters,
        .unsupported_reason = unsupported_reason,
        .footprint = footprint,
        .make = make_resident_plan};
    return kind;
}

}  // namespace tobiuo::stencil
