// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/fused_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/cost_model.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::fft {
namespace {

/// The constants of the choice, in operations of a thread: the wait at a barrier, with what is read
/// from shared memory behind it, and the exchange of a value. They are estimates.
constexpr double barrier = 60.0;
constexpr double exchange = 6.0;
/// Blocks of a multiprocessor that the choice of a single pass expects.
constexpr double usual_blocks = 4.0;
constexpr int most_blocks_per_sm = 16;

/// The lanes of a multiprocessor that compute in the precision.
double lanes(Precision precision)
{
    return precision == Precision::fp32 ? 128.0 : 64.0;
}

/// What a block spends on a pass.
struct Spent {
    double issued{};     ///< operations of all threads
    double of_thread{};  ///< operations and waits of one thread

    [[nodiscard]] double cost(double blocks, Precision precision) const
    {
        return issued / lanes(precision) + of_thread / blocks;
    }
};

/// The cost of a thread's accesses to its line at both ends of a pass, where neighbouring threads
/// have less than a transaction of it: so many pieces are further transactions in memory, and more
/// accesses to the same bank in shared memory.
double further_transactions(const KernelConfig& block, Precision precision)
{
    const int threads =
        block.lies_contiguous() ? block.threads_per_transform : block.transforms_per_block;
    const double pieces =
        static_cast<double>(transaction_bytes) / (threads * complex_bytes(precision));
    return 2.0 * cost_model.transaction * block.elements_per_thread() * std::max(0.0, pieces - 1.0);
}

Spent spent_on(const PassForm& form, Precision precision)
{
    const KernelConfig& block = form.block;
    double of_thread = further_transactions(block, precision);
    for (int stage = 0; stage < block.stages; ++stage) {
        const int radix = block.radices[stage];
        const double work =
            radix > 1 ? std::ranges::find(radices, radix, &Radix::radix)->work : 0.0;
        of_thread += static_cast<double>(block.rounds(stage)) * radix *
                     (work + exchange + (stage > 0 ? cost_model.twiddle : 0.0));
    }
    double barriers = 2.0 * (block.stages - 1) + (form.mirrors() ? 2.0 : 0.0);
    if (form.transforms_twice()) {
        of_thread *= 2.0;
        barriers *= 2.0;
    }
    if (form.pairs.adds_differences()) {
        barriers += 4.0;
    }
    const auto rounds = static_cast<double>(form.blocks());
    const double threads = rounded_up(block.threads(), warp_threads);
    return {.issued = rounds * of_thread * threads,
            .of_thread = rounds * (of_thread + barrier * (barriers + 1.0))};
}

/// The configurations of a pass that some block of threads can run.
class Candidates {
public:
    Candidates(const FusedPass& pass, Precision precision, const DeviceLimits& limits)
        : precision_{precision}
    {
        const Choices choices;
        const PassBlocks blocks{precision, limits, choices};
        PassForm form = pass.form;
        if (!blocks.give(form, pass.order)) {
            return;
        }
        KernelRequest request = blocks.request_for(form, pass.order);
        request.padded_length = form.bluestein ? form.block.length : 0;
        for (KernelConfig block : legal_blocks(request, limits)) {
            block.min_blocks_per_sm = 1;
            block.twiddle_recurrence = block.twiddle_recurrence && form.source.count > 1;
            form.block = block;
            forms_.push_back(form);
        }
    }

    /// The cheapest one with so many threads at most and so much memory; nothing if there is none.
    [[nodiscard]] const PassForm* best(int threads, std::int64_t shared_bytes) const
    {
        const PassForm* found = nullptr;
        double least = 0.0;
        for (const PassForm& form : forms_) {
            if (form.block.threads() > threads ||
                form.shared_elements() * complex_bytes(precision_) > shared_bytes) {
                continue;
            }
            const double cost = spent_on(form, precision_).cost(usual_blocks, precision_);
            if (found == nullptr || cost < least) {
                found = &form;
                least = cost;
            }
        }
        return found;
    }

private:
    Precision precision_;
    std::vector<PassForm> forms_;
};

/// The smallest distance from `least` on, counted `each` times from line to line, at which the threads of
/// neighbouring lines, `threads` of them at neighbouring values, use different banks; `least` if there
/// is none.
int apart(int least, int each, int threads)
{
    for (int distance = least; distance < least + 2 * threads; ++distance) {
        if (each * distance % (2 * threads) == threads) {
            return distance;
        }
    }
    return least;
}

bool few(int threads)
{
    return threads <= 16 && (threads & (threads - 1)) == 0;
}

/// Lets lines in shared memory begin in banks of their own.
void spread_lines(PassForm& pass)
{
    KernelConfig& block = pass.block;
    if (block.lies_contiguous() && pass.shared_elements() > 0 && few(block.threads_per_transform)) {
        block.line_places = apart(block.padded(block.length), 1, block.threads_per_transform);
    }
}

/// The same array with rows of `longer` values instead of `row`.
Lines with_rows(Lines lines, long long row, long long longer)
{
    if (lines.inner > row && lines.inner % row == 0 && lines.inner_step == 1) {
        lines.inner = row;
        lines.outer_step = row;
    }
    for (long long* const step : {&lines.step, &lines.inner_step, &lines.outer_step}) {
        if (*step >= row && *step % row == 0) {
            *step = *step / row * longer;
        }
    }
    return lines;
}

/// Lets the rows of the array in shared memory begin in banks of their own, for the passes along them:
/// the first one and the last one.
void spread_rows(FusedForm& form)
{
    constexpr long long shortest = 4;
    const PassForm& first = form.passes[0];
    const int last = form.count - 1;
    const Lines& columns = form.passes[1].source;
    const auto row = static_cast<int>(columns.step);  // complex values
    if (form.count < 3 || !first.block.lies_contiguous() || first.sink.step != 1 ||
        form.passes[1].block.lies_contiguous() || columns.inner_step != 1 || columns.inner != row ||
        row < shortest || form.held % (2LL * row) != 0 || !few(first.block.threads_per_transform)) {
        return;
    }
    // Pairs of real rows are two rows apart, in reals.
    const bool real = first.pairs.separate_reals;
    const int longer = apart(row, real ? 4 : 1, first.block.threads_per_transform);
    const auto lengthened = [&](const Lines& lines, bool in_reals) {
        return in_reals ? with_rows(lines, 2LL * row, 2LL * longer) : with_rows(lines, row, longer);
    };
    form.passes[0].sink = lengthened(first.sink, real);
    for (int pass = 1; pass < last; ++pass) {
        form.passes[pass].source = lengthened(form.passes[pass].source, false);
        form.passes[pass].sink = lengthened(form.passes[pass].sink, false);
    }
    form.passes[last].source =
        lengthened(form.passes[last].source, form.passes[last].pairs.separate_reals);
    form.held = form.held / row * longer;
}

/// The blocks of the form that a multiprocessor holds.
int resident(const FusedForm& form, Precision precision, const DeviceLimits& limits)
{
    int registers = 0;
    for (int pass = 0; pass < form.count; ++pass) {
        const PassForm& one = form.passes[pass];
        const int words = one.elements_per_thread() * complex_bytes(precision) / 4;
        registers = std::max(registers, registers_for(words, one.block.lies_contiguous()));
    }
    const std::int64_t shared =
        form.shared_elements() * complex_bytes(precision) + shared_reserved_per_block;
    const int threads = rounded_up(form.threads(), warp_threads);
    return std::clamp(std::min({limits.registers_per_multiprocessor / (threads * registers),
                                limits.threads_per_multiprocessor / threads,
                                static_cast<int>(limits.shared_per_multiprocessor / shared)}),
                      1, most_blocks_per_sm);
}

}  // namespace

std::optional<FusedForm> choose_fused(std::span<const FusedPass> passes, long long values,
                                      long long held, Precision precision,
                                      const DeviceLimits& limits)
{
    const std::int64_t array_bytes = (held + 1) / 2 * complex_bytes(precision);
    if (passes.size() > FusedForm::most_passes || array_bytes > limits.shared_per_block) {
        return std::nullopt;
    }
    std::vector<Candidates> candidates;
    for (const FusedPass& pass : passes) {
        candidates.emplace_back(pass, precision, limits);
    }
    std::optional<FusedForm> best;
    double least = 0.0;
    for (int threads = warp_threads; threads <= limits.threads_per_block; threads *= 2) {
        FusedForm form;
        form.count = static_cast<int>(passes.size());
        form.values = values;
        form.held = held;
        Spent spent;
        bool fits = true;
        for (std::size_t n = 0; fits && n < candidates.size(); ++n) {
            const PassForm* const chosen =
                candidates[n].best(threads, limits.shared_per_block - array_bytes);
            fits = chosen != nullptr;
            if (fits) {
                form.passes[n] = *chosen;
                form.most_threads = std::max(form.most_threads, chosen->block.threads());
                const Spent one = spent_on(*chosen, precision);
                spent.issued += one.issued;
                spent.of_thread += one.of_thread;
            }
        }
        if (!fits) {
            continue;
        }
        FusedForm spread = form;
        for (int pass = 0; pass < form.count; ++pass) {
            spread_lines(spread.passes[pass]);
        }
        spread_rows(spread);
        if (spread.shared_elements() * complex_bytes(precision) <= limits.shared_per_block) {
            form = spread;
        }
        // What waits for memory, unless other blocks compute meanwhile: bytes in and out, at about 10 a
        // clock for a multiprocessor.
        spent.of_thread += static_cast<double>(values) * complex_bytes(precision) / 10.0;
        form.min_blocks_per_sm = resident(form, precision, limits);
        const double cost = spent.cost(form.min_blocks_per_sm, precision);
        if (!best || cost < least) {
            best = form;
            least = cost;
        }
    }
    return best;
}

}  // namespace tobiuo::fft
