#include "kernels/fft/choose/block_cost.hpp"

#include <algorithm>
#include <cstdlib>

namespace tobiuo::fft {
namespace {

/// Of a complex value that a thread holds beyond those it holds best, in additions a point.
constexpr double value_cost = 4.0;

/// Counted in additions a point: one exchange through shared memory, one twiddle factor.
constexpr double exchange_work = 16.0;
constexpr double twiddle_work = 6.0;

double work_of(int radix)
{
    // A transform of one point has a stage of radix 1.
    return radix == 1 ? 0.0 : std::ranges::find(radices, radix, &Radix::radix)->work;
}

/// Additions a point, with what idle threads waste.
double operations(const KernelConfig& form)
{
    double sum = 0;
    for (int stage = 0; stage < form.stages; ++stage) {
        const double slots = static_cast<double>(form.rounds(stage)) * form.threads_per_transform *
                             form.radices[stage];
        const double twiddles = stage > 0 ? twiddle_work : 0.0;
        sum += slots / form.length * (work_of(form.radices[stage]) + twiddles);
        sum += stage > 0 ? exchange_work : 0.0;
    }
    return sum;
}

/// Rows read in pieces shorter than a transaction; size 64, single precision, on an H200: 16
/// threads 3.96 TB/s, 8 threads 3.04.
double reach_cost(const KernelConfig& form, Precision precision)
{
    constexpr double work = 15.0;
    const int reach = form.threads_per_transform * complex_bytes(precision);
    const int pieces = transaction_bytes / reach;
    return form.load_contiguous && reach < transaction_bytes ? work * pieces : 0.0;
}

/// Threads that idle in the first stage, where threads wait for memory: columns of 640^3 complex
/// floats, 8 x 8 x 10 points 1.21 ms, 10 x 8 x 8 1.37 ms (40 threads).
double lead_cost(const KernelConfig& form)
{
    constexpr double work = 24.0;
    const double slots =
        static_cast<double>(form.rounds(0)) * form.threads_per_transform * form.radices[0];
    return work * (slots / form.length - 1.0);
}

/// Threads that idle while half a spectrum is unfolded on load, or folded on store: 256^3 c2r
/// single, 8 x 16 points a row 0.106 ms, 16 x 8 0.113 ms.
double mirror_cost(const KernelConfig& form, const KernelRequest& request)
{
    constexpr double work = 12.0;
    if (request.mirrored == Mirrored::no) {
        return 0.0;
    }
    const int stage = request.mirrored == Mirrored::source ? 0 : form.stages - 1;
    const double slots =
        static_cast<double>(form.rounds(stage)) * form.threads_per_transform * form.radices[stage];
    return work * (slots / form.length - 1.0);
}

/// Rows of DCT-I and DST-I with half of their threads idle while they make the sequence: 128^3 on
/// nodes, single, 16 x 8 points a row on 16 threads a solve of 0.0450 ms, 4 x 8 x 4 0.0402.
double idle_cost(const KernelConfig& form, const KernelRequest& request)
{
    constexpr double least = 12.0;
    const double lead = request.type_one && form.load_contiguous ? lead_cost(form) : 0.0;
    return lead >= least ? lead : 0.0;
}

/// Rows of floats of DCT-I and DST-I, lines within warps without idle threads, whose middle
/// butterfly is larger than their last: 128^3 on nodes, by 4 x 4 x 8 points a row a solve of 0.0378
/// ms, by 4 x 8 x 4 0.0404.
double middle_cost(const KernelConfig& form, const KernelRequest& request)
{
    constexpr double work = 0.3;
    const bool applies = request.type_one && request.precision == Precision::fp32 &&
                         form.within_warps() && form.stages == 3;
    return applies && form.full(1) && form.full(2) && form.radices[1] > form.radices[2] ? work
                                                                                        : 0.0;
}

/// What a cost counts too much for values beyond `best`, where a thread may have as many as `most`.
double gain(const KernelConfig& form, int best, int most)
{
    return value_cost * std::clamp(form.elements_per_thread() - best, 0, most - best);
}

/// DCT-I and DST-I whose threads find the mirrors of their numbers in shared memory: 512^3 on
/// nodes, single, a solve between Neumann walls by 32 x 16 points 1.85 ms, by 16 x 32 on 16
/// threads, with mirrors of their own, 1.77 ms.
double distance_cost(const KernelConfig& form, const KernelRequest& request)
{
    constexpr double work = 8.0;
    return request.type_one && !form.may_mirror() ? work : 0.0;
}

/// What block_cost() takes off rows of doubles with mirrors of their own, which need fewer
/// registers: 128^3 on nodes, 8 threads of 8 x 16 points a solve of 0.067 ms, 16 threads of 4 x 8 x
/// 4 points 0.077.
double near_gain(const KernelConfig& form, const KernelRequest& request)
{
    const bool applies = request.type_one && request.order == Order::contiguous &&
                         form.may_mirror() && request.precision == Precision::fp64;
    return applies ? gain(form, most_elements_double_rows, most_elements_double) : 0.0;
}

/// And off those that waits_once() says.
double once_gain(const KernelConfig& form, const KernelRequest& request)
{
    return waits_once(form, request) ? gain(form, most_elements_double, most_elements_single) : 0.0;
}

/// Whether a block of far columns has a multiprocessor to itself, and waits for memory:
/// convolutions do not.
bool is_single_block(const KernelConfig& form, const KernelRequest& request,
                     const DeviceLimits& limits)
{
    return request.large_stride && !request.fused_inverse && !request.convolves &&
           2LL * transaction_bytes * form.length > limits.shared_per_multiprocessor;
}

/// It waits for each large butterfly: z of 1024^3 complex floats, 8 x 16 x 8 points 4.85 ms, 32 x
/// 32 5.25 ms.
double single_block_cost(const KernelConfig& form, const KernelRequest& request,
                         const DeviceLimits& limits)
{
    constexpr double work = 25.0;
    return is_single_block(form, request, limits) && form.radices[0] == 32 &&
                   form.radices[form.stages - 1] == 32
               ? work
               : 0.0;
}

/// Among columns of as many operations: those with like butterflies at both ends and none larger
/// between them (z of 1024^3 floats, 8 x 16 x 8 points 2.45 ms, 16 x 8 x 8 2.59 ms; of 640^3, 8 x 8
/// x 10 points 0.60 ms, 8 x 10 x 8 0.64 ms). Of doubles the larger one costs more (z of 1024^3, 16
/// x 8 x 8 points 10.4 ms, 8 x 16 x 8 above 11) but in far columns that are not lone (512^3, 8 x 16
/// x 4 points 1.19 ms, 16 x 8 x 4 1.21 ms). Of two stages the last may be larger (512^3 r2c, 16 x
/// 32 points 0.279 ms, 32 x 16 0.281). Convolutions, which compute more than they wait, lose by it:
/// 521^3 c2c single, 12 x 8 x 12 points 8.9 ms, 12 x 12 x 8 7.3 ms (both merged).
double order_cost(const KernelConfig& form, const KernelRequest& request,
                  const DeviceLimits& limits)
{
    if (form.lies_contiguous() || request.needs_shared_memory || request.fused_inverse ||
        request.convolves || form.stages < 2) {
        return 0.0;
    }
    const int first = form.radices[0];
    const int last = form.radices[form.stages - 1];
    if (form.stages == 2) {
        return request.large_stride ? 0.05 * std::max(0, first - last) : 0.0;
    }
    const double bulge = request.precision == Precision::fp32                              ? 0.3
                         : request.large_stride && !is_single_block(form, request, limits) ? 0.15
                                                                                           : 0.5;
    const bool bulges = form.radices[1] > std::min(first, last);
    return 0.05 * std::abs(first - last) + (bulges ? bulge : 0.0);
}

/// What block_cost() takes off doubles in columns that are transformed there and back: with as many
/// values a thread as floats have, both exchanges are fewer (the last axis of a solve, 512^3
/// double, 32 x 16 points 0.68 ms, 16 x 8 x 4 0.77 ms).
double fused_gain(const KernelConfig& form, const KernelRequest& request)
{
    const bool applies = request.fused_inverse && request.precision == Precision::fp64;
    return applies ? gain(form, most_elements_double, most_elements_single) : 0.0;
}

/// Blocks of columns a transaction wide that have more threads than wanted: 512^3 complex doubles,
/// 32 threads of 16 values 1.05 ms a pass, 64 threads of 8 values 1.1 ms.
double occupancy_cost(const KernelConfig& form, Precision precision)
{
    constexpr double work = 4.0;
    const int threads = form.threads_per_transform * transaction_bytes / complex_bytes(precision);
    const int excess = threads / wanted_threads;
    return !form.load_contiguous && excess > 1 ? work * (excess - 1) : 0.0;
}

/// Fewer blocks on a multiprocessor have less to do while some exchange: 512^3 complex doubles, two
/// of 256 threads 1.87 ms, four of 128 1.76 ms; 1000^3, one of 800 threads 18.5 ms, two of 200 16.2
/// ms.
double residency_cost(int resident, int stages)
{
    const double exchange = resident >= 4 ? 0.0 : resident == 3 ? 1.0 : resident == 2 ? 4.0 : 25.0;
    return exchange * (stages - 1);
}

/// Columns of half a transaction; where rows begin anywhere, they touch three sectors instead of
/// two. Of a solve between walls, 512^3 doubles, four blocks of half transactions 1.02 ms there and
/// above 1.12 back, two of whole ones 0.99 and 1.10.
double narrow_cost(Between between)
{
    return between == Between::reals ? 20.0 : between == Between::aligned_rows ? 3.0 : 8.0;
}

/// Registers are those of the pass that needs more, so that the other may use as many.
double uneven_cost(const KernelConfig& row, const KernelConfig& column)
{
    return 0.6 * std::abs(row.elements_per_thread() - column.elements_per_thread());
}

/// Of one of the passes, in additions a point. In a solve, columns with one exchange less are
/// better whatever registers they need, and rows of half spectra may have as many as others (512^3
/// doubles, there and back: between walls on cells, columns of 32 x 16 points 0.95 and 1.01 ms, of
/// 16 x 8 x 4 0.99 and 1.10; periodic, 16 x 16 points a row 0.92 and 0.86 ms, 8 x 8 x 4 0.92 and
/// 0.90).
double merged_cost(const KernelConfig& form, const KernelRequest& request, Between between,
                   const DeviceLimits& limits)
{
    // Rows that are split need registers for that: of floats 16 values are best (1024^3 r2c,
    // 16 x 8 x 4 points a row 4.53 ms, 32 x 16 4.80), of doubles as many on 32 threads only (512^3
    // r2c, 8 x 8 x 4 points 0.985 ms, 16 threads of 16 x 16 above 1.03).
    const bool mirrored = request.mirrored != Mirrored::no;
    const bool is_double = request.precision == Precision::fp64;
    const bool of_reals = between == Between::reals;
    const bool columns_of_reals = of_reals && !form.load_contiguous;
    const int best =
        (mirrored || is_double) && !columns_of_reals ? most_elements_double : most_elements_single;
    const int over = form.elements_per_thread() - best;
    const bool needs_split = mirrored && is_double && !of_reals &&
                             form.elements_per_thread() > most_elements_double_rows;
    const double short_of_threads =
        needs_split ? 30.0 * std::max(0.0, 32.0 / form.threads_per_transform - 1.0) : 0.0;
    return operations(form) + (over > 0 ? value_cost * over : 0.0) +
           reach_cost(form, request.precision) + lead_cost(form) +
           order_cost(form, request, limits) + mirror_cost(form, request) +
           distance_cost(form, request) + short_of_threads;
}

}  // namespace

int best_elements_per_thread(const KernelConfig& form, Precision precision)
{
    if (precision == Precision::fp32) {
        return most_elements_single;
    }
    return form.lies_contiguous() ? most_elements_double_rows : most_elements_double;
}

bool waits_once(const KernelConfig& form, const KernelRequest& request)
{
    const bool once = !request.fused_inverse && !request.needs_shared_memory && !request.convolves;
    return request.precision == Precision::fp64 && request.large_stride && once &&
           form.stages == 2 && form.radices[0] < form.radices[1] && form.full(0) && form.full(1) &&
           form.elements_per_thread() <= most_elements_single &&
           2LL * transaction_bytes * form.length <= most_large_stride_bytes;
}

double block_cost(const KernelConfig& form, Precision precision)
{
    const int over = form.elements_per_thread() - best_elements_per_thread(form, precision);
    return operations(form) + (over > 0 ? value_cost * over : 0.0);
}

double block_cost(const KernelConfig& form, const KernelRequest& request,
                  const DeviceLimits& limits)
{
    return block_cost(form, request.precision) + reach_cost(form, request.precision) +
           occupancy_cost(form, request.precision) +
           (form.load_contiguous ? 0.0 : lead_cost(form)) + order_cost(form, request, limits) +
           single_block_cost(form, request, limits) + mirror_cost(form, request) +
           distance_cost(form, request) + idle_cost(form, request) + middle_cost(form, request) -
           fused_gain(form, request) - near_gain(form, request) - once_gain(form, request);
}

double pair_cost(const BlockPair& pair, const PairRequest& request, const DeviceLimits& limits)
{
    const auto& [row, column] = pair;
    const int resident = std::min(row.min_blocks_per_sm, column.min_blocks_per_sm);
    const bool narrow =
        column.transforms_per_block * complex_bytes(request.columns.precision) < transaction_bytes;
    return merged_cost(row, request.rows, request.between, limits) +
           merged_cost(column, request.columns, request.between, limits) +
           residency_cost(resident, column.stages) + uneven_cost(row, column) +
           (narrow ? narrow_cost(request.between) : 0.0);
}

}  // namespace tobiuo::fft
