// SPDX-License-Identifier: BSD-3-Clause
#include "app/scaling/model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tobiuo::scaling {
namespace {

constexpr double bytes_of_double = 8.0;

/// Messages of `bytes` in all, `count` of them.
double message_seconds(const Link& link, double count, double bytes)
{
    return link.latency_seconds * count + (bytes > 0 ? bytes / link.bytes_per_second : 0.0);
}

/// Work whose results are sent in chunks: while one is on its way, the next one is worked on. It
/// takes as long if the messages come first.
double pipelined(double work, double messages, double chunks, const Link& link)
{
    if (!link.overlaps) {
        return work + messages;
    }
    return (work + messages + (chunks - 1) * std::max(work, messages)) / chunks;
}

/// An exchange in the columns or the rows of a grid of ranks, with the pass beside it.
struct PencilExchange {
    double pass_seconds;
    double copy_seconds;  ///< into blocks or from them
    double message_seconds;
    double bytes_sent;
    double chunks;

    [[nodiscard]] double seconds(double work, const Link& link) const
    {
        return pipelined(work, message_seconds, chunks, link);
    }
};

/// A rank sends each of `others` others as much of `bytes` as it keeps; `pass`: seconds over them.
PencilExchange exchange_of(double bytes, double others, double chunks, double pass,
                           const Link& link)
{
    const double sent = bytes * others / (others + 1);
    return {.pass_seconds = pass,
            .copy_seconds = link.copies_rows ? 0.0 : pass,
            .message_seconds = others > 0 ? message_seconds(link, chunks * others, sent) : 0.0,
            .bytes_sent = sent,
            .chunks = chunks};
}

}  // namespace

PlaneShare::PlaneShare(std::int64_t planes, int all_ranks)
    : ranks{static_cast<double>(std::min<std::int64_t>(planes, all_ranks))},
      most{std::ceil(static_cast<double>(planes) / ranks)},
      fewest{std::floor(static_cast<double>(planes) / ranks)},
      part{most / static_cast<double>(planes)}
{
}

std::array<double, 2> squeezed(const Grid& grid)
{
    std::array<double, 2> parts{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double part = grid.axes[2].spacing() / grid.axes.at(axis).spacing();
        parts.at(axis) = grid.axes.at(axis).cells > 1 ? part * part : 0.0;
    }
    return parts;
}

double mean_heard(const SlabSolve& solve, int ranks)
{
    const PlaneShare share{solve.planes, ranks};
    const double others = share.ranks - 1;
    if (solve.stretched || others < 3) {
        return others;
    }
    // What has decayed by exp(-lost) is below the rounding of what it is added to.
    const double lost = solve.value_bytes < bytes_of_double ? 17.4 : 37.5;
    constexpr int samples = 40;  // along each axis, of all wave numbers
    const auto part_of = [&](int sample, double squeezed) {
        const double wave = 2 * std::sin(std::numbers::pi / 2 * (sample + 0.5) / samples);
        return squeezed * wave * wave;
    };
    std::array<std::array<double, samples>, 2> parts{};
    for (int i = 0; i < samples; ++i) {
        for (std::size_t axis = 0; axis < 2; ++axis) {
            parts.at(axis).at(static_cast<std::size_t>(i)) = part_of(i, solve.squeezed.at(axis));
        }
    }
    double sum = 0.0;
    for (const double along_x : parts[0]) {
        for (const double along_y : parts[1]) {
            const double sigma = along_x + along_y;
            const double exponent = 2 * std::asinh(std::sqrt(sigma) / 2) * share.fewest;
            sum += std::min(others, 2 * (1 + std::floor(lost / exponent)));
        }
    }
    return sum / (samples * samples);
}

Prediction predicted(const SlabSolve& solve, int ranks, const Link& link)
{
    const PlaneShare share{solve.planes, ranks};
    const auto modes = static_cast<double>(solve.modes);
    const double plane = modes * solve.value_bytes;
    const double two_planes = 2 * solve.told_bytes * modes;
    const double others = share.ranks - 1;
    const double heard = mean_heard(solve, ranks);
    // A solve on one rank reads and writes the array in three passes; what ranks tell is read as
    // fast.
    const double seconds_of_byte =
        solve.one_rank_seconds / (6 * plane * static_cast<double>(solve.planes));
    const double joining = others > 0 ? (heard + 1) * two_planes * seconds_of_byte : 0.0;
    // A rank has two planes of sums, which it copies to others to tell them if these are smaller or
    // not told to all; then it has the place of each column, too. Along a stretched axis it keeps
    // three planes of each rank that are eliminated once.
    const bool tells_in_order = others > heard;
    const bool tells_copies = tells_in_order || solve.told_bytes < bytes_of_double;
    const double told_planes = 2 * (heard + 1) + (tells_copies ? 2 : 0);
    const double places = tells_in_order ? 4 : 0;  // bytes
    const double planes_of_doubles = 2 + (solve.stretched ? 3 * share.ranks : 0);
    const double joined_bytes =
        others > 0 ? told_planes * solve.told_bytes + planes_of_doubles * bytes_of_double + places
                   : 0.0;
    Prediction found{.ranks = ranks};
    found.bytes_sent = heard * two_planes;
    found.exchange_seconds = message_seconds(link, others, found.bytes_sent);
    found.compute_seconds = share.part * solve.one_rank_seconds + joining;
    found.seconds = found.compute_seconds + found.exchange_seconds;
    found.memory_bytes = solve.arrays * share.most * plane + joined_bytes * modes;
    return found;
}

int telling_takes_longer_from(const SlabSolve& solve, const Link& link)
{
    for (int ranks = 2; ranks <= solve.planes; ++ranks) {
        const double own = PlaneShare{solve.planes, ranks}.part * solve.one_rank_seconds;
        if (predicted(solve, ranks, link).seconds > 2 * own) {
            return ranks;
        }
    }
    return 0;
}

Prediction predicted(const AllToAll& transform, int ranks, const Link& link)
{
    const PlaneShare share{transform.planes, ranks};
    const double array =
        share.most * static_cast<double>(transform.plane_values) * transform.value_bytes;
    Prediction found{.ranks = ranks};
    if (share.ranks == 1) {
        found.seconds = found.compute_seconds = transform.one_rank_seconds;
        found.memory_bytes = transform.arrays * array;
        return found;
    }
    const double own = share.part * transform.one_rank_seconds;
    const double pass = own / transform.passes;
    const double planes = own - pass;
    const double sent = array * (share.ranks - 1) / share.ranks;
    if (transform.in_passes && link.copies_rows) {
        const double messages = message_seconds(link, share.ranks - 1, sent);
        found.seconds = std::max(planes, messages / 2) + std::max(pass, messages / 2);
        found.compute_seconds = own;
        found.exchange_seconds = messages;
        found.bytes_sent = sent;
        found.memory_bytes = array * (transform.arrays + 1) + sent / 2;
        return found;
    }
    const double copies = link.copies_rows ? 0.0 : pass;  // as much as a pass over the array
    const double chunks = std::min<double>(transform.chunks, std::ceil(share.most / 2));
    const double messages = message_seconds(link, chunks * (share.ranks - 1), sent);
    const double there = (transform.solves ? planes / 2 : planes) + copies;
    const double back = (transform.solves ? planes / 2 : 0.0) + copies;
    const double ways = transform.there_and_back ? 2 : 1;
    found.seconds = pipelined(there, messages, chunks, link) + pass;
    found.compute_seconds = there + pass;
    if (transform.there_and_back) {
        found.seconds += pipelined(back, messages, chunks, link);
        found.compute_seconds += back;
    }
    found.exchange_seconds = ways * messages;
    found.bytes_sent = ways * sent;
    const double blocks = link.copies_rows ? 0.0 : std::min(chunks, 2.0) / chunks;
    found.memory_bytes = array * (transform.arrays + 1 + blocks);
    return found;
}

Prediction predicted(const Pencils& transform, const Link& link)
{
    if (transform.along_z * transform.along_y == 1) {
        const auto values = static_cast<double>(transform.z * transform.y * transform.x);
        return {.ranks = 1,
                .seconds = transform.one_rank_seconds,
                .compute_seconds = transform.one_rank_seconds,
                .memory_bytes = transform.arrays * values * transform.value_bytes};
    }
    const PlaneShare z_of_p{transform.z, transform.along_z};
    const PlaneShare z_of_q{transform.z, transform.along_y};
    const PlaneShare y_of_q{transform.y, transform.along_y};
    const PlaneShare x_of_p{transform.x, transform.along_z};
    const double samples = z_of_p.part * y_of_q.part;
    const double columns = y_of_q.part * x_of_p.part;
    const double spectrum = z_of_q.part * x_of_p.part;
    const double bytes =
        static_cast<double>(transform.z * transform.y * transform.x) * transform.value_bytes;
    const double pass = transform.one_rank_seconds / 3;
    const auto chunks = [](int wanted, const PlaneShare& planes) {
        return std::min<double>(wanted, std::ceil(planes.most / 2));
    };
    const PencilExchange in_column =
        exchange_of(samples * bytes, std::max(z_of_p.ranks, x_of_p.ranks) - 1,
                    chunks(transform.chunks_in_columns, z_of_p), samples * pass, link);
    const PencilExchange in_row =
        exchange_of(columns * bytes, std::max(y_of_q.ranks, z_of_q.ranks) - 1,
                    chunks(transform.chunks_in_rows, z_of_q), spectrum * pass, link);
    Prediction found{.ranks = transform.along_z * transform.along_y};
    found.seconds = found.compute_seconds = columns * pass;
    double blocks = 0.0;
    for (const PencilExchange& one : {in_column, in_row}) {
        const double work = one.pass_seconds + one.copy_seconds;
        const double ways = transform.there_and_back ? 2 : 1;
        found.seconds += one.seconds(work, link) + (ways - 1) * one.seconds(one.copy_seconds, link);
        found.compute_seconds += work + (ways - 1) * one.copy_seconds;
        found.exchange_seconds += ways * one.message_seconds;
        found.bytes_sent += ways * one.bytes_sent;
        blocks += link.copies_rows ? 0.0 : std::min(one.chunks, 2.0) / one.chunks;
    }
    const double most = std::max(samples, spectrum) * bytes;
    found.memory_bytes = most * (transform.arrays + blocks) + columns * bytes;
    return found;
}

Prediction predicted(const FlowSteps& steps, int ranks, const Link& link)
{
    constexpr double stages = 3;
    // The part of a step, by the words that solves and stages move.
    const double part_of_solves = steps.solves == 1 ? 0.2 : 0.4;
    const auto solves = static_cast<double>(steps.solves);
    constexpr double planes_of_arrays = 3.0;  // of neighbours
    ranks = std::min(ranks, steps.most_ranks());
    const double solve_seconds = part_of_solves * steps.one_rank_seconds / solves;
    const Prediction solve = steps.by_slabs
                                 ? predicted(SlabSolve{.planes = steps.planes,
                                                       .modes = steps.plane_values,
                                                       .value_bytes = steps.value_bytes,
                                                       .told_bytes = steps.told_bytes,
                                                       .stretched = steps.stretched,
                                                       .squeezed = steps.squeezed,
                                                       .one_rank_seconds = solve_seconds},
                                             ranks, link)
                                 : predicted(AllToAll{.planes = steps.planes,
                                                      .plane_values = steps.plane_values,
                                                      .value_bytes = steps.value_bytes,
                                                      .there_and_back = true,
                                                      .solves = true,
                                                      .chunks = steps.chunks,
                                                      .one_rank_seconds = solve_seconds},
                                             ranks, link);
    const PlaneShare share{steps.planes, ranks};
    const bool alone = share.ranks == 1;
    const double sent = alone ? 0.0 : steps.planes_of_stage * steps.plane_bytes();
    const double messages = message_seconds(link, alone ? 0.0 : steps.messages_of_stage, sent);
    const double own = (1.0 - part_of_solves) * share.part * steps.one_rank_seconds;
    const double planes = share.most + (alone ? 0.0 : planes_of_arrays);
    const double ends = alone ? 0.0 : static_cast<double>(steps.end_values) * steps.value_bytes;
    return {.ranks = ranks,
            .seconds = own + solves * solve.seconds + stages * messages,
            .compute_seconds = own + solves * solve.compute_seconds,
            .exchange_seconds = solves * solve.exchange_seconds + stages * messages,
            .bytes_sent = solves * solve.bytes_sent + stages * sent,
            .memory_bytes = steps.arrays * planes * steps.plane_bytes() + ends +
                            solve.memory_bytes - share.most * steps.plane_bytes()};
}

Prediction predicted(const SlabSweeps& sweeps, int ranks, const Link& link)
{
    const PlaneShare share{sweeps.planes, ranks};
    const double in_pass = share.fewest < sweeps.sweeps_per_pass ? 1 : sweeps.sweeps_per_pass;
    const double neighbours = std::min(share.ranks - 1, 2.0);
    const double plane = sweeps.one_rank_seconds * in_pass / static_cast<double>(sweeps.planes);
    const double sent = neighbours * in_pass * sweeps.plane_bytes;
    const double messages = message_seconds(link, neighbours, sent);
    // With each sweep less of a pass, a part of the planes is swept with one more on every side
    // where other planes follow: on those of the whole slab, and where edges are swept first on two
    // sides of each edge and one of the inside beside it.
    const double again = in_pass - 1;
    const bool edges_first = link.overlaps && !link.copies_rows;
    const double edge_planes =
        edges_first ? std::min(neighbours * in_pass, share.most) : share.most;
    const double inside_planes = share.most - edge_planes;
    const double edges = (edge_planes + (edges_first ? 2 : 1) * neighbours * again) * plane;
    const double inside = inside_planes > 0 ? (inside_planes + neighbours * again) * plane : 0.0;
    const double beside = edges_first ? std::max(inside, messages) : inside + messages;
    return {.ranks = ranks,
            .seconds = (edges + beside) / in_pass,
            .compute_seconds = (edges + inside) / in_pass,
            .exchange_seconds = messages / in_pass,
            .bytes_sent = sent / in_pass,
            .memory_bytes = sweeps.plane_bytes_of_all_arrays * (share.most + 2 * in_pass)};
}

}  // namespace tobiuo::scaling
