#include "kernels/fft/tune/tune.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/device/check.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/fft/tune/tune_bench.hpp"

namespace tobiuo::fft {
namespace {

using Clock = std::chrono::steady_clock;

/// Plans that are compiled side by side.
constexpr std::size_t batch_size = 16;
/// Of each pass, the forms that are tried merged.
constexpr std::size_t finalists = 3;
constexpr std::size_t most_pairs = 10;
/// Lags tried around the heuristic one.
constexpr double distance_factors[] = {0.5, 0.75, 1.5, 2.0};

/// Two transforms of the same data whose orders of operation differ.
double tolerance(const Problem& problem)
{
    const double eps = problem.precision == Precision::fp32
                           ? static_cast<double>(std::numeric_limits<float>::epsilon())
                           : std::numeric_limits<double>::epsilon();
    return 16.0 * eps * std::sqrt(std::max(1.0, std::log2(static_cast<double>(points(problem)))));
}

struct Timed {
    Choices choices;
    double seconds;
};

class Search {
public:
    Search(const Problem& problem, const TuneSettings& settings, TuneObserver& observer)
        : problem_{problem},
          settings_{settings},
          observer_{observer},
          limits_{limits_of_current_device()},
          bench_{problem}
    {
    }

    Tuned run()
    {
        const Schedule heuristic = make_schedule(problem_, limits_);
        auto plans = bench_.build({heuristic});
        if (!plans[0].plan) {
            throw std::invalid_argument{plans[0].failure};
        }
        if (const double apart = bench_.distance_from_host(*plans[0].plan);
            apart > tolerance(problem_)) {
            throw std::runtime_error{"the heuristic plan is wrong by " + std::to_string(apart) +
                                     " against the host: " + plans[0].plan->describe()};
        }
        result_.heuristic_seconds = bench_.seconds(*plans[0].plan);
        const Schedule apart =
            make_schedule(problem_, limits_, {.merging = Merging::never, .blocks = {}});
        search(apart);
        choose_fastest(heuristic);
        if (settings_.allow_workspace && !over()) {
            try_workspace();
        }
        result_.complete = !over();
        result_.spent = bench_.spent;
        return result_;
    }

private:
    [[nodiscard]] bool over() const
    {
        const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
        return passed > settings_.budget_seconds || observer_.stop_requested();
    }

    void search(const Schedule& apart)
    {
        Choices best{.merging = Merging::never, .blocks = {}};
        best.blocks.resize(apart.steps.size());
        // Passes through a work array are not tuned: alone they would read what nobody wrote.
        const bool plain = std::ranges::all_of(
            apart.steps, [](const Step& step) { return std::holds_alternative<PassStep>(step); });
        if (apart.work_values > 0 || !plain) {
            return;
        }
        std::vector<std::vector<Timed>> passes;
        for (std::size_t index = 0; index < apart.steps.size() && !over(); ++index) {
            passes.push_back(tune_pass(apart, index));
            if (!passes.back().empty()) {
                best.blocks[index] = passes.back().front().choices.blocks[index];
            }
        }
        wholes_.push_back(best);
        if (passes.size() == apart.steps.size() && !over()) {
            tune_merged(best, passes);
        }
    }

    /// Times `all`, one execution of one step each, after comparing it with the step of the first;
    /// sorted by time.
    std::vector<Timed> race(const std::vector<Choices>& all, std::size_t step)
    {
        std::vector<Timed> timed;
        for (std::size_t first = 0; first < all.size() && !over(); first += batch_size) {
            std::vector<Choices> batch;
            std::vector<Schedule> schedules;
            for (std::size_t index = first; index < std::min(first + batch_size, all.size());
                 ++index) {
                try {
                    Schedule schedule = make_schedule(problem_, limits_, all[index]);
                    schedule.steps = {schedule.steps.at(step)};
                    schedules.push_back(schedule);
                    batch.push_back(all[index]);
                } catch (const std::exception&) {
                    // A variant that makes no block is no candidate.
                }
            }
            auto plans = bench_.build(schedules);
            for (std::size_t index = 0; index < plans.size() && !over(); ++index) {
                if (timed.empty() && plans[index].plan) {
                    bench_.take_reference(*plans[index].plan);
                }
                const double seconds = try_one(plans[index], schedules[index]);
                if (seconds > 0) {
                    timed.push_back({batch[index], seconds});
                }
            }
        }
        std::ranges::stable_sort(timed, {}, &Timed::seconds);
        return timed;
    }

    /// Seconds of one execution; 0 if the candidate failed or is wrong.
    double try_one(const TuneBench::Built& built, const Schedule& schedule)
    {
        TuneTrial trial{.what = describe(schedule), .seconds = 0, .rejected = built.failure};
        ++result_.tried;
        try {
            if (built.plan) {
                const double apart = bench_.distance(*built.plan);
                if (apart <= tolerance(problem_)) {
                    trial.seconds = bench_.seconds(*built.plan);
                } else {
                    trial.rejected = "differs by " + std::to_string(apart);
                }
            }
        } catch (const std::exception& error) {
            trial.rejected = error.what();
        }
        result_.rejected += trial.rejected.empty() ? 0 : 1;
        observer_.tried(trial);
        return trial.seconds;
    }

    std::vector<Timed> tune_pass(const Schedule& apart, std::size_t index)
    {
        const PassForm& form = std::get<PassStep>(apart.steps[index]).form;
        std::vector<Choices> all;
        const auto add = [&](const KernelConfig& block) {
            Choices choices{.merging = Merging::never, .blocks = {}};
            choices.blocks.resize(apart.steps.size());
            choices.blocks[index] = text_of(block);
            if (std::ranges::find(all, choices) == all.end()) {
                all.push_back(choices);
            }
        };
        add(form.block);
        const Order order = form.block.load_contiguous ? Order::contiguous : Order::strided;
        for (const KernelConfig& block : block_candidates({.length = form.block.length,
                                         .order = order,
                                         .precision = problem_.precision,
                                         .line_count = form.source.count,
                                         .needs_shared_memory = form.paired()},
                                                          limits_, settings_.candidates)) {
            add(block);
        }
        std::vector<Timed> first = race(all, index);
        // Widths and occupancy for the fastest only: they matter less than the radices.
        const Choices reference = all.front();
        all = {reference};
        for (std::size_t rank = 0; rank < std::min(finalists, first.size()); ++rank) {
            for (const KernelConfig& variant :
                 variants(parse_block(first[rank].choices.blocks[index], order))) {
                add(variant);
            }
        }
        for (Timed& one : race(all, index)) {
            first.push_back(one);
        }
        std::ranges::stable_sort(first, {}, &Timed::seconds);
        const auto same = std::ranges::unique(first, {}, &Timed::choices);
        first.erase(same.begin(), same.end());
        return first;
    }

    /// A block with half, as many and twice the lines, and with a resident block less and more.
    [[nodiscard]] std::vector<KernelConfig> variants(const KernelConfig& block) const
    {
        std::vector<KernelConfig> all;
        for (const int lines : {block.transforms_per_block, block.transforms_per_block / 2,
                                2 * block.transforms_per_block}) {
            KernelConfig form = block;
            form.transforms_per_block = lines;
            const int resident = std::max(
                1, block.min_blocks_per_sm * block.transforms_per_block / std::max(lines, 1));
            for (const int more : {0, -1, 1}) {
                form.min_blocks_per_sm = resident + more;
                const bool fits =
                    form.transforms_per_block > 0 && form.min_blocks_per_sm > 0 &&
                    form.threads() <= most_threads &&
                    form.threads() * form.min_blocks_per_sm <= limits_.threads_per_multiprocessor &&
                    static_cast<std::int64_t>(form.shared_elements()) * 2 *
                            bytes_per_value(problem_.precision) <=
                        limits_.shared_per_block;
                if (fits) {
                    all.push_back(form);
                }
            }
        }
        return all;
    }

    /// Pairs of the fastest forms of the two passes that can be merged, then distances around the
    /// best.
    void tune_merged(const Choices& apart, const std::vector<std::vector<Timed>>& passes)
    {
        Choices merged = apart;
        merged.merging = Merging::always;
        const bool backwards = problem_.kind == Kind::c2r;
        if (passes.size() < 2) {
            return;
        }
        const std::size_t first = backwards ? passes.size() - 2 : 0;
        std::vector<Choices> pairs;
        Choices silent{.merging = Merging::always, .blocks = apart.blocks};
        silent.blocks[first].clear();
        silent.blocks[first + 1].clear();
        pairs.push_back(silent);
        for (const Timed& one : passes[first]) {
            for (const Timed& two : passes[first + 1]) {
                merged.blocks[first] = one.choices.blocks[first];
                merged.blocks[first + 1] = two.choices.blocks[first + 1];
                // Blocks of both are launched together: fewer threads in one would idle.
                const bool equal =
                    parse_block(merged.blocks[first], Order::contiguous).threads() ==
                    parse_block(merged.blocks[first + 1], Order::contiguous).threads();
                if (equal && pairs.size() < most_pairs) {
                    pairs.push_back(merged);
                }
            }
        }
        const Schedule sample = make_schedule(problem_, limits_, silent);
        if (sample.steps.size() == passes.size()) {
            return;  // these axes cannot be merged
        }
        std::vector<Timed> raced = race(pairs, first);
        if (raced.empty() || over()) {
            return;
        }
        std::vector<Choices> distances{raced[0].choices};
        const int pipeline_distance =
            std::get<MergedStep>(sample.steps[first]).form.pipeline_distance;
        for (const double factor : distance_factors) {
            Choices other = raced[0].choices;
            other.pipeline_distance =
                std::max(1, static_cast<int>(std::lround(factor * pipeline_distance)));
            distances.push_back(other);
        }
        const std::vector<Timed> best = race(distances, first);
        if (!best.empty()) {
            wholes_.push_back(best[0].choices);
        }
    }

    /// The fastest whole transform among the finalists and the heuristic one.
    void choose_fastest(const Schedule& heuristic)
    {
        result_.seconds = result_.heuristic_seconds;
        std::vector<Schedule> schedules{heuristic};
        for (const Choices& choices : wholes_) {
            schedules.push_back(make_schedule(problem_, limits_, choices));
        }
        auto plans = bench_.build(schedules);
        if (!plans[0].plan) {
            throw std::runtime_error{plans[0].failure};
        }
        bench_.take_reference(*plans[0].plan);
        for (std::size_t index = 1; index < plans.size(); ++index) {
            keep_if_faster(plans[index], schedules[index], wholes_[index - 1]);
        }
    }

    /// The fastest with a work array, if it then takes one: alone, so that memory holds it.
    void try_workspace()
    {
        Choices choices = result_.choices;
        choices.allow_workspace = true;
        const Schedule schedule = make_schedule(problem_, limits_, choices);
        if (schedule.work_values == 0) {
            return;
        }
        const auto plans = bench_.build({schedule});
        keep_if_faster(plans[0], schedule, choices);
    }

    void keep_if_faster(const TuneBench::Built& built, const Schedule& schedule,
                        const Choices& choices)
    {
        const double seconds = try_one(built, schedule);
        if (seconds > 0 && seconds < result_.seconds) {
            result_.seconds = seconds;
            result_.choices = choices;
        }
    }

    const Problem& problem_;
    const TuneSettings& settings_;
    TuneObserver& observer_;
    Clock::time_point start_ = Clock::now();
    DeviceLimits limits_;
    TuneBench bench_;
    std::vector<Choices> wholes_;
    Tuned result_;
};

}  // namespace

Tuned tune(const Problem& problem, const TuneSettings& settings, TuneObserver& observer)
{
    validate(problem);
    device::select(settings.device);
    return Search{problem, settings, observer}.run();
}

}  // namespace tobiuo::fft
