// SPDX-License-Identifier: BSD-3-Clause
// The corpus of what is divided: transforms and solves of arrays in host memory in chunks, arrays of
// ranks, the terms of walls, and what the CPU plans. Memory is written in bytes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/out_of_card/division.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "runtime/device/digest.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "solvers/poisson/ranks/mode_division.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "tests/corpus/entry.hpp"
#include "tests/corpus/plan_text.hpp"
#include "tests/corpus/problems.hpp"

namespace tobiuo::corpus {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

/// A digest of numbers that would fill a page: equal numbers have the same digest.
class Digest {
public:
    template <typename... Numbers>
    void add(Numbers... numbers)
    {
        ((text_ << numbers << ' '), ...);
    }
    [[nodiscard]] std::string text() const
    {
        constexpr std::size_t digits = 12;
        return device::sha256(text_.str()).substr(0, digits);
    }

private:
    std::ostringstream text_;
};

void add(Digest& digest, const std::vector<memory::HostRows>& rows)
{
    for (const memory::HostRows& one : rows) {
        digest.add(one.offset, one.row_bytes, one.pitch, one.rows, one.in_block);
    }
}

std::string digest_of(const fft::Round& round)
{
    Digest digest;
    for (const fft::Chunk& chunk : round.chunks) {
        digest.add(chunk.task, chunk.first, chunk.bytes());
        add(digest, chunk.loads);
        add(digest, chunk.stores);
    }
    return digest.text();
}

Planned in_chunks(const fft::Problem& problem, std::int64_t bytes, const fft::DeviceLimits& limits,
                  const fft::TunedTable* table)
{
    const fft::Division division = fft::divided(problem, bytes, limits, {.table = table});
    const fft::Rounds& rounds = division.rounds;
    Planned made;
    std::ostringstream text;
    text << "device-bytes " << division.device_bytes() << " work-bytes " << division.work_bytes
         << " host-work-bytes " << rounds.host_work_bytes << " slots " << rounds.slots << " of "
         << rounds.chunk_bytes << " factored " << rounds.factored << " folded " << rounds.folded;
    for (std::size_t at = 0; at < rounds.rounds.size(); ++at) {
        const fft::Round& round = rounds.rounds[at];
        text << " ; round " << static_cast<int>(round.from) << ' ' << static_cast<int>(round.to)
             << " chunks " << round.chunks.size() << " loaded " << round.loaded_bytes()
             << " stored " << round.stored_bytes() << ' ' << digest_of(round);
        for (std::size_t task = 0; task < round.tasks.size(); ++task) {
            const fft::Schedule& schedule = division.schedules[at][task];
            text << " ; task " << static_cast<int>(round.tasks[task].task) << ' '
                 << plan_text(schedule);
            for (const auto& kernel : kernels_of(schedule, problem.precision)) {
                made.kernels.push_back(kernel);
            }
        }
    }
    made.text = text.str();
    return made;
}

void add_transforms_in_chunks(std::vector<Entry>& entries)
{
    using Lengths = std::vector<std::int64_t>;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const fft::Kind kind : {fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r}) {
            for (const Lengths& lengths : std::vector<Lengths>{
                     {512, 512, 512}, {1000, 600, 500}, {16384, 8192}, {std::int64_t{1} << 26}}) {
                for (const std::int64_t most : {128 * mebibyte, 400 * mebibyte}) {
                    const fft::Problem problem = transform_of(lengths, kind, precision);
                    entries.push_back({.name = name_of(problem) + ", in chunks, " +
                                               std::to_string(most / mebibyte) + " MiB",
                                       .plan = [=](const auto& limits, const auto* table) {
                                           return in_chunks(problem, most, limits, table);
                                       }});
                }
            }
        }
    }
}

void put_trips(const poisson::Problem& problem, std::int64_t bytes, const fft::DeviceLimits& limits,
               const fft::TunedTable* table, std::ostringstream& text)
{
    const fft::Choices choices{.table = table};
    const poisson::Division division = poisson::divided(problem, bytes, limits, choices);
    const poisson::SolveSchedule chunk =
        poisson::chunk_schedule(problem, division.planes, limits, choices);
    const poisson::Trips trips{poisson::unknowns(problem, 2).count, division.planes,
                               division.slots};
    text << "trips device-bytes " << poisson::device_bytes(problem, chunk, division) << " planes "
         << division.planes << " slots " << division.slots << " kept " << division.kept_step
         << " passes " << poisson::trips_passes(chunk) << " chunks " << trips.chunks().size()
         << " loads " << trips.loads() << " copied " << trips.copied_planes() << " ; "
         << plan_text(chunk.forward) << " ; back " << plan_text(chunk.inverse);
}

void put_chunks(const std::vector<poisson::SolveChunk>& chunks, const poisson::Problem& problem,
                std::ostringstream& text)
{
    Digest digest;
    for (const poisson::SolveChunk& chunk : chunks) {
        digest.add(chunk.is_middle, chunk.first, chunk.count);
        add(digest, {poisson::rows_of(problem, poisson::whole_array(problem), chunk)});
    }
    text << " ; chunks " << chunks.size() << ' ' << digest.text();
}

void put_rounds(const poisson::Problem& problem, std::int64_t bytes,
                const fft::DeviceLimits& limits, const fft::TunedTable* table,
                std::ostringstream& text)
{
    const poisson::RoundsDivision division = poisson::divided_in_rounds(
        problem, poisson::whole_array(problem), bytes, limits, {.table = table});
    text << "rounds device-bytes " << division.device_bytes() << " slots " << division.rounds.slots
         << " of " << division.rounds.chunk_bytes;
    put_chunks(division.rounds.outer, problem, text);
    put_chunks(division.rounds.middle, problem, text);
}

/// What each of `size` ranks has: planes of the unknowns, and modes between the transforms.
void put_ranks(const poisson::Problem& problem, int size, const fft::DeviceLimits& limits,
               const fft::TunedTable* table, std::ostringstream& text)
{
    const poisson::ModeRows rows = poisson::rows_of_schedule(
        problem, poisson::chunk_schedule(problem, 1, limits, {.table = table}));
    const poisson::ModeDivision division{problem, rows, size};
    text << size << " ranks, rows of " << rows.pitch << " by " << rows.unit
         << (rows.in_planes ? " in planes" : " apart") << ", cut " << division.cuts().outer << ' '
         << division.cuts().middle;
    for (int rank = 0; rank < size; ++rank) {
        const poisson::SolveChunk columns = division.columns_of(rank);
        text << " ; planes " << division.planes_of(rank).first << '+'
             << division.planes_of(rank).count << " modes " << columns.first << '+'
             << columns.count;
    }
}

void put_walls(const poisson::Problem& problem, std::ostringstream& text)
{
    const poisson::WallBox walls = poisson::wall_box_of(problem);
    text << "walls " << walls.box.counts[0] << 'x' << walls.box.counts[1] << 'x'
         << walls.box.counts[2] << " points " << walls.box.points << " weight-bytes "
         << walls.weight_bytes();
    text.precision(17);
    for (const walls::Face& face : walls.box.faces) {
        text << " ; rows " << face.rows << " first " << face.first;
        for (const double number : face.by_value) {
            text << ' ' << number;
        }
        for (const double number : face.by_curvature) {
            text << ' ' << number;
        }
    }
    for (const auto& weights : walls.second_differences) {
        Digest digest;
        for (const double weight : weights) {
            digest.add(device::sha256({reinterpret_cast<const char*>(&weight), sizeof weight}));
        }
        text << " ; weights " << weights.size() << ' ' << digest.text();
    }
}

void put_host(const poisson::Problem& problem, std::ostringstream& text)
{
    const poisson::HostSolver solver{problem, fft::Effort::estimate, 1};
    text << "host " << solver.describe() << " passes " << poisson::HostSolver::passes(problem)
         << " bytes " << solver.workspace_bytes();
}

/// Adds an entry whose text `put` writes for the limits and the table of a device.
template <typename Put>
void add(std::vector<Entry>& entries, const std::string& name, const Put& put)
{
    entries.push_back({.name = name, .plan = [put](const auto& limits, const auto* table) {
                           std::ostringstream text;
                           put(limits, table, text);
                           return Planned{.text = text.str(), .kernels = {}};
                       }});
}

void add_placements_of(std::vector<Entry>& entries, const Solve& solve)
{
    const poisson::Problem problem = problem_of(solve);
    const std::string name = name_of(solve);
    for (const std::int64_t bytes : {16 * mebibyte, 100 * mebibyte}) {
        const std::string in = ", in chunks, " + std::to_string(bytes / mebibyte) + " MiB";
        if (poisson::allows_trips(problem)) {
            add(entries, name + in + ", trips",
                [=](const auto& limits, const auto* table, std::ostringstream& text) {
                    put_trips(problem, bytes, limits, table, text);
                });
        }
        add(entries, name + in + ", rounds",
            [=](const auto& limits, const auto* table, std::ostringstream& text) {
                put_rounds(problem, bytes, limits, table, text);
            });
    }
    for (const int size : {2, 3, 8}) {
        add(entries, name + ", on " + std::to_string(size) + " ranks",
            [=](const auto& limits, const auto* table, std::ostringstream& text) {
                put_ranks(problem, size, limits, table, text);
            });
    }
    if (solve.op != poisson::Operator::spectral) {
        add(entries, name + ", walls",
            [=](const auto&, const auto*, std::ostringstream& text) { put_walls(problem, text); });
    }
}

/// The grids and the parts of ranks for a transform, which no device changes.
void put_parts(const fft::Problem& problem, int size, std::ostringstream& text)
{
    const fft::RankGrid grid = fft::balanced_grid(problem, size);
    text << "grid " << grid.along_z << 'x' << grid.along_y
         << (fft::exceeds_slabs(problem, size) ? ", more than slabs" : "");
    for (const bool pencils : {false, true}) {
        Digest digest;
        for (int rank = 0; rank < size; ++rank) {
            const fft::RankLayout layout{problem, rank, size,
                                         pencils ? std::optional{grid} : std::nullopt};
            for (const bool transposed : {false, true}) {
                const fft::Box box = layout.part(transposed);
                digest.add(box.z.first, box.z.count, box.y.first, box.y.count, box.x.first,
                           box.x.count);
            }
        }
        text << (pencils ? " ; pencils " : " ; slabs ") << digest.text();
    }
}

}  // namespace

std::vector<Entry> placement_entries()
{
    std::vector<Entry> entries;
    add_transforms_in_chunks(entries);
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Walls& walls : usual_walls()) {
            for (const auto op : {poisson::Operator::second_order, poisson::Operator::fourth_order,
                                  poisson::Operator::spectral}) {
                add_placements_of(
                    entries,
                    {.cells = {256, 200, 160}, .walls = walls, .precision = precision, .op = op});
                const Solve small{
                    .cells = {40, 24, 30}, .walls = walls, .precision = precision, .op = op};
                add(entries, name_of(small) + ", on a CPU",
                    [problem = problem_of(small)](const auto&, const auto*,
                                                  std::ostringstream& text) {
                        put_host(problem, text);
                    });
            }
        }
        const Solve stretched{.cells = {128, 96, 200},
                              .walls = {periodic, mixed, dirichlet},
                              .precision = precision,
                              .stretched = true};
        add_placements_of(entries, stretched);
    }
    for (const fft::Kind kind : {fft::Kind::c2c, fft::Kind::r2c}) {
        for (const int size : {2, 6, 16, 300}) {
            const fft::Problem problem = transform_of({96, 250, 128}, kind, Precision::fp64);
            add(entries, name_of(problem) + ", on " + std::to_string(size) + " ranks",
                [=](const auto&, const auto*, std::ostringstream& text) {
                    put_parts(problem, size, text);
                });
        }
    }
    return entries;
}

}  // namespace tobiuo::corpus
