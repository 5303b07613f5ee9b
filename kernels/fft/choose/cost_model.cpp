// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"

namespace tobiuo::fft {
namespace {

double work_of(int radix)
{
    // A transform of one point has one stage, of radix 1.
    return radix == 1 ? 0.0 : std::ranges::find(radices, radix, &Radix::radix)->work;
}

/// How many transforms of its lines a pass makes.
int transforms(const KernelRequest& request)
{
    return request.fused_inverse || request.convolves ? 2 : 1;
}

/// The number of points that the threads of a stage could hold, divided by the number of points.
double room(const KernelConfig& form, int stage)
{
    const double slots =
        static_cast<double>(form.rounds(stage)) * form.threads_per_transform * form.radices[stage];
    return slots / form.length;
}

/// The cost of butterflies and twiddle factors, idle threads included.
double operations(const KernelConfig& form, const KernelRequest& request)
{
    double sum = 0;
    for (int stage = 0; stage < form.stages; ++stage) {
        const double twiddles = stage > 0 ? cost_model.twiddle : 0.0;
        sum += room(form, stage) * (work_of(form.radices[stage]) + twiddles);
    }
    return transforms(request) * sum;
}

/// The number of threads that a stage leaves idle, divided by the number that work.
double idle(const KernelConfig& form, int stage)
{
    return room(form, stage) - 1.0;
}

/// The cost of memory, which is read by whole transactions even if neighbouring threads need less.
double memory(const KernelConfig& form, const KernelRequest& request)
{
    const int bytes = complex_bytes(request.precision);
    const auto further = [&](bool along) {
        const int reach = (along ? form.threads_per_transform : form.transforms_per_block) * bytes;
        return std::max(0, (transaction_bytes + reach - 1) / reach - 1);
    };
    const double transaction =
        request.large_stride ? cost_model.far_transaction : cost_model.transaction;
    return cost_model.memory +
           transaction * (further(form.load_contiguous) + further(form.store_contiguous)) +
           cost_model.idle * (idle(form, 0) + idle(form, form.stages - 1));
}

/// The cost of the exchanges through shared memory, one after each stage but the last.
double exchanges(const KernelConfig& form, const KernelRequest& request, double wait)
{
    const double barrier = form.within_warps() ? 0.0 : wait;
    return transforms(request) * (form.stages - 1) * (cost_model.exchange + barrier);
}

/// The cost of too many registers. With contiguous lines a thread also holds addresses and twiddle
/// factors, and those of doubles take twice as many registers.
double registers(const KernelConfig& form, const KernelRequest& request)
{
    const int words = form.elements_per_thread() * complex_bytes(request.precision) / 4;
    const int along = request.precision == Precision::fp32 ? 32 : 64;
    const double wanted = form.lies_contiguous() ? along + 1.5 * words : 2.0 * words;
    return cost_model.spill * std::max(0.0, wanted - cost_model.registers);
}

/// The distance of the number of threads from the best number, in factors of two.
double away_from(double best, int threads)
{
    return std::abs(std::log2(threads / best));
}

/// The cost of what idles at the end of a launch, in proportion to what works.
double tail(const KernelConfig& form, const KernelRequest& request, const DeviceLimits& limits)
{
    const long long whole_blocks =
        (request.line_count + form.transforms_per_block - 1) / form.transforms_per_block;
    const auto blocks = static_cast<double>(whole_blocks);
    if (blocks < limits.multiprocessors) {
        return cost_model.without_block * (limits.multiprocessors / blocks - 1.0);
    }
    const double waves = blocks / (static_cast<double>(std::max(1, form.min_blocks_per_sm)) *
                                   limits.multiprocessors);
    return waves < 1.0 ? 0.0 : cost_model.tail * (std::ceil(waves) / waves - 1.0);
}

/// The cost of an order of the radices. The first and the last stage overlap with memory: best they
/// are alike and at least as large as those between them, and the last is the larger one. A
/// convolution is bound by arithmetic and has its radices in falling order.
double order(const KernelConfig& form, const KernelRequest& request)
{
    const int first = form.radices[0];
    const int last = form.radices[form.stages - 1];
    const int most = *std::max_element(form.radices, form.radices + form.stages);
    if (request.convolves) {
        return std::is_sorted(form.radices, form.radices + form.stages, std::greater{}) ? 0.0 : 2.0;
    }
    return 0.02 * std::abs(first - last) + (first > last ? 0.01 : 0.0) +
           (form.stages > 2 && most > std::min(first, last) ? 0.3 : 0.0);
}

double cost(const KernelConfig& form, const KernelRequest& request, double wait)
{
    return memory(form, request) + operations(form, request) + exchanges(form, request, wait) +
           registers(form, request) + order(form, request);
}

}  // namespace

double least_work(int length)
{
    double least = 0;
    for (const std::vector<int>& way : factorisations(length)) {
        double work =
            (cost_model.twiddle + cost_model.exchange) * static_cast<double>(std::ssize(way) - 1);
        for (const int radix : way) {
            work += work_of(radix);
        }
        least = least == 0.0 ? work : std::min(least, work);
    }
    return least;
}

double block_cost(const KernelConfig& form, const KernelRequest& request,
                  const DeviceLimits& limits)
{
    const double wait = cost_model.wait / (form.min_blocks_per_sm * form.min_blocks_per_sm);
    const double one =
        cost(form, request, wait) + cost_model.size * away_from(cost_model.threads, form.threads());
    return one * (1.0 + tail(form, request, limits));
}

double pair_cost(const KernelConfig& rows, const KernelRequest& row_request,
                 const KernelConfig& columns, const KernelRequest& column_request)
{
    const int resident = std::min(rows.min_blocks_per_sm, columns.min_blocks_per_sm);
    const double wait = merge_model.wait / (resident * resident);
    const int threads = std::min(rows.threads(), columns.threads());
    return cost(rows, row_request, wait) + cost(columns, column_request, wait) +
           merge_model.size * away_from(merge_model.threads, threads);
}

}  // namespace tobiuo::fft
