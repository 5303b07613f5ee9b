#include "kernels/fft/choose/block_cost.hpp"

#include <algorithm>
#include <cstdlib>

namespace tobiuo::fft {
namespace {

/// Of a complex value that a thread holds beyond those it holds best, in additions a point.
constexpr double value_cost = 4.0;

/// Counted in additions a point: one exchange through shared memory, one twiddle factor.
constexpr double exchange_work = 16.0;
constexpr double turn_work = 6.0;

double work_of(int radix)
{
    // A transform of one point has a stage of radix 1.
    return radix == 1 ? 0.0 : std::ranges::find(radices, radix, &Radix::radix)->work;
}

/// Additions a point, with what idle lanes waste.
double operations(const BlockForm& form)
{
    double sum = 0;
    for (int stage = 0; stage < form.stages; ++stage) {
        const double slots =
            static_cast<double>(form.rounds(stage)) * form.lanes * form.radices[stage];
        const double turns = stage > 0 ? turn_work : 0.0;
        sum += slots / form.length * (work_of(form.radices[stage]) + turns);
        sum += stage > 0 ? exchange_work : 0.0;
    }
    return sum;
}

/// Rows read in pieces shorter than a segment; size 64, single precision, on an H200: 16 lanes
/// 3.96 TB/s, 8 lanes 3.04.
double reach_cost(const BlockForm& form, Precision precision)
{
    constexpr double work = 15.0;
    const int reach = form.lanes * complex_bytes(precision);
    const int pieces = segment_bytes / reach;
    return form.load_along && reach < segment_bytes ? work * pieces : 0.0;
}

/// Lanes that idle in the first stage, where threads wait for memory: columns of 640^3 complex floats,
/// 8 x 8 x 10 points 1.21 ms, 10 x 8 x 8 1.37 ms (40 lanes).
double lead_cost(const BlockForm& form)
{
    constexpr double work = 24.0;
    const double slots = static_cast<double>(form.rounds(0)) * form.lanes * form.radices[0];
    return work * (slots / form.length - 1.0);
}

/// Lanes that idle while half a spectrum is unfolded on load, or folded on store: 256^3 c2r single,
/// 8 x 16 points a row 0.106 ms, 16 x 8 0.113 ms.
double mirror_cost(const BlockForm& form, const BlockWish& wish)
{
    constexpr double work = 12.0;
    if (wish.mirrored == Mirrored::no) {
        return 0.0;
    }
    const int stage = wish.mirrored == Mirrored::source ? 0 : form.stages - 1;
    const double slots = static_cast<double>(form.rounds(stage)) * form.lanes * form.radices[stage];
    return work * (slots / form.length - 1.0);
}

/// Rows of kinds 1 with half of their lanes idle while they make the sequence: 128^3 on nodes,
/// single, 16 x 8 points a row on 16 lanes a solve of 0.0450 ms, 4 x 8 x 4 0.0402.
double idle_cost(const BlockForm& form, const BlockWish& wish)
{
    constexpr double least = 12.0;
    const double lead = wish.continued && form.load_along ? lead_cost(form) : 0.0;
    return lead >= least ? lead : 0.0;
}

/// Rows of floats of kinds 1, lines within warps without idle lanes, whose middle butterfly is larger
/// than their last: 128^3 on nodes, by 4 x 4 x 8 points a row a solve of 0.0378 ms, by 4 x 8 x 4 0.0404.
double middle_cost(const BlockForm& form, const BlockWish& wish)
{
    constexpr double work = 0.3;
    const bool applies = wish.continued && wish.precision == Precision::fp32 &&
                         form.within_warps() && form.stages == 3;
    return applies && form.full(1) && form.full(2) && form.radices[1] > form.radices[2] ? work
                                                                                        : 0.0;
}

/// What a cost counts too much for values beyond `best`, where a thread may have as many as `most`.
double gain(const BlockForm& form, int best, int most)
{
    return value_cost * std::clamp(form.values() - best, 0, most - best);
}

/// Kinds 1 whose threads find the mirrors of their numbers in shared memory: 512^3 on nodes,
/// single, a solve between Neumann walls by 32 x 16 points 1.85 ms, by 16 x 32 on 16 lanes, with
/// mirrors of their own, 1.77 ms.
double distance_cost(const BlockForm& form, const BlockWish& wish)
{
    constexpr double work = 8.0;
    return wish.continued && !form.may_mirror() ? work : 0.0;
}

/// What block_cost() takes off rows of doubles with mirrors of their own, which need fewer
/// registers: 128^3 on nodes, 8 lanes of 8 x 16 points a solve of 0.067 ms, 16 lanes of 4 x 8 x 4
/// points 0.077.
double near_gain(const BlockForm& form, const BlockWish& wish)
{
    const bool applies = wish.continued && wish.order == Order::rows && form.may_mirror() &&
                         wish.precision == Precision::fp64;
    return applies ? gain(form, most_values_double_rows, most_values_double) : 0.0;
}

/// And off those that waits_once() says.
double once_gain(const BlockForm& form, const BlockWish& wish)
{
    return waits_once(form, wish) ? gain(form, most_values_double, most_values_single) : 0.0;
}

/// Whether a block of far columns has a multiprocessor to itself, and waits for memory: convolutions
/// do not.
bool is_lone(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    return wish.wide && !wish.twice && !wish.convolves &&
           2LL * segment_bytes * form.length > limits.shared_per_multiprocessor;
}

/// It waits for each large butterfly: z of 1024^3 complex floats, 8 x 16 x 8 points 4.85 ms, 32 x 32
/// 5.25 ms.
double lone_cost(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    constexpr double work = 25.0;
    return is_lone(form, wish, limits) && form.radices[0] == 32 &&
                   form.radices[form.stages - 1] == 32
               ? work
               : 0.0;
}

/// Among columns of as many operations: those with like butterflies at both ends and none larger
/// between them (z of 1024^3 floats, 8 x 16 x 8 points 2.45 ms, 16 x 8 x 8 2.59 ms; of 640^3, 8 x 8 x
/// 10 points 0.60 ms, 8 x 10 x 8 0.64 ms). Of doubles the larger one costs more (z of 1024^3, 16 x 8 x 8
/// points 10.4 ms, 8 x 16 x 8 above 11) but in far columns that are not lone (512^3, 8 x 16 x 4 points
/// 1.19 ms, 16 x 8 x 4 1.21 ms). Of two stages the last may be larger (512^3 r2c, 16 x 32 points 0.279
/// ms, 32 x 16 0.281). Convolutions, which compute more than they wait, lose by it: 521^3 c2c single, 12 x
/// 8 x 12 points 8.9 ms, 12 x 12 x 8 7.3 ms (both merged).
double order_cost(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    if (form.lies_along() || wish.exchanged || wish.twice || wish.convolves || form.stages < 2) {
        return 0.0;
    }
    const int first = form.radices[0];
    const int last = form.radices[form.stages - 1];
    if (form.stages == 2) {
        return wish.wide ? 0.05 * std::max(0, first - last) : 0.0;
    }
    const double bulge = wish.precision == Precision::fp32           ? 0.3
                         : wish.wide && !is_lone(form, wish, limits) ? 0.15
                                                                     : 0.5;
    const bool bulges = form.radices[1] > std::min(first, last);
    return 0.05 * std::abs(first - last) + (bulges ? bulge : 0.0);
}

/// What block_cost() takes off doubles in columns that are transformed there and back: with as many
/// values a thread as floats have, both exchanges are fewer (the last axis of a solve, 512^3 double,
/// 32 x 16 points 0.68 ms, 16 x 8 x 4 0.77 ms).
double twice_gain(const BlockForm& form, const BlockWish& wish)
{
    const bool applies = wish.twice && wish.precision == Precision::fp64;
    return applies ? gain(form, most_values_double, most_values_single) : 0.0;
}

/// Blocks of columns a segment wide that have more threads than wanted: 512^3 complex doubles,
/// 32 lanes of 16 values 1.05 ms a pass, 64 lanes of 8 values 1.1 ms.
double crowd_cost(const BlockForm& form, Precision precision)
{
    constexpr double work = 4.0;
    const int threads = form.lanes * segment_bytes / complex_bytes(precision);
    const int crowds = threads / wanted_threads;
    return !form.load_along && crowds > 1 ? work * (crowds - 1) : 0.0;
}

/// Fewer blocks on a multiprocessor have less to do while some exchange: 512^3 complex doubles, two of
/// 256 threads 1.87 ms, four of 128 1.76 ms; 1000^3, one of 800 threads 18.5 ms, two of 200 16.2 ms.
double crew_cost(int resident, int stages)
{
    const double exchange = resident >= 4 ? 0.0 : resident == 3 ? 1.0 : resident == 2 ? 4.0 : 25.0;
    return exchange * (stages - 1);
}

/// Columns of half a segment; where rows begin anywhere, they touch three sectors instead of two. Of a
/// solve between walls, 512^3 doubles, four blocks of half segments 1.02 ms there and above 1.12 back,
/// two of whole ones 0.99 and 1.10.
double narrow_cost(Between between)
{
    return between == Between::reals ? 20.0 : between == Between::aligned_rows ? 3.0 : 8.0;
}

/// Registers are those of the pass that needs more, so that the other may use as many.
double uneven_cost(const BlockForm& row, const BlockForm& column)
{
    return 0.6 * std::abs(row.values() - column.values());
}

/// Of one of the passes, in additions a point. In a solve, columns with one exchange less are better
/// whatever registers they need, and rows of half spectra may have as many as others (512^3 doubles,
/// there and back: between walls on cells, columns of 32 x 16 points 0.95 and 1.01 ms, of 16 x 8 x 4
/// 0.99 and 1.10; periodic, 16 x 16 points a row 0.92 and 0.86 ms, 8 x 8 x 4 0.92 and 0.90).
double merged_cost(const BlockForm& form, const BlockWish& wish, Between between,
                   const DeviceLimits& limits)
{
    // Rows that are told apart need registers for that: of floats 16 values are best (1024^3 r2c,
    // 16 x 8 x 4 points a row 4.53 ms, 32 x 16 4.80), of doubles as many on 32 lanes only (512^3 r2c,
    // 8 x 8 x 4 points 0.985 ms, 16 lanes of 16 x 16 above 1.03).
    const bool mirrored = wish.mirrored != Mirrored::no;
    const bool is_double = wish.precision == Precision::fp64;
    const bool of_reals = between == Between::reals;
    const bool columns_of_reals = of_reals && !form.load_along;
    const int best =
        (mirrored || is_double) && !columns_of_reals ? most_values_double : most_values_single;
    const int over = form.values() - best;
    const bool told_apart =
        mirrored && is_double && !of_reals && form.values() > most_values_double_rows;
    const double short_of_lanes = told_apart ? 30.0 * std::max(0.0, 32.0 / form.lanes - 1.0) : 0.0;
    return operations(form) + (over > 0 ? value_cost * over : 0.0) +
           reach_cost(form, wish.precision) + lead_cost(form) + order_cost(form, wish, limits) +
           mirror_cost(form, wish) + distance_cost(form, wish) + short_of_lanes;
}

}  // namespace

int best_values(const BlockForm& form, Precision precision)
{
    if (precision == Precision::fp32) {
        return most_values_single;
    }
    return form.lies_along() ? most_values_double_rows : most_values_double;
}

bool waits_once(const BlockForm& form, const BlockWish& wish)
{
    const bool once = !wish.twice && !wish.exchanged && !wish.convolves;
    return wish.precision == Precision::fp64 && wish.wide && once && form.stages == 2 &&
           form.radices[0] < form.radices[1] && form.full(0) && form.full(1) &&
           form.values() <= most_values_single &&
           2LL * segment_bytes * form.length <= most_wide_bytes;
}

double block_cost(const BlockForm& form, Precision precision)
{
    const int over = form.values() - best_values(form, precision);
    return operations(form) + (over > 0 ? value_cost * over : 0.0);
}

double block_cost(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    return block_cost(form, wish.precision) + reach_cost(form, wish.precision) +
           crowd_cost(form, wish.precision) + (form.load_along ? 0.0 : lead_cost(form)) +
           order_cost(form, wish, limits) + lone_cost(form, wish, limits) +
           mirror_cost(form, wish) + distance_cost(form, wish) + idle_cost(form, wish) +
           middle_cost(form, wish) - twice_gain(form, wish) - near_gain(form, wish) -
           once_gain(form, wish);
}

double pair_cost(const BlockPair& pair, const PairWish& wish, const DeviceLimits& limits)
{
    const auto& [row, column] = pair;
    const int resident = std::min(row.resident_blocks, column.resident_blocks);
    const bool narrow = column.lines * complex_bytes(wish.columns.precision) < segment_bytes;
    return merged_cost(row, wish.rows, wish.between, limits) +
           merged_cost(column, wish.columns, wish.between, limits) +
           crew_cost(resident, column.stages) + uneven_cost(row, column) +
           (narrow ? narrow_cost(wish.between) : 0.0);
}

}  // namespace tobiuo::fft
