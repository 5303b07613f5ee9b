// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/tune/tune.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/reference.hpp"
#include "kernels/fft/tune/tune_bench.hpp"
#include "kernels/fft/tune/tune_device.hpp"

namespace tobiuo::fft {
namespace {

using Clock = std::chrono::steady_clock;

/// Number of configurations of each request that are also tried with other widths or distances.
constexpr std::size_t finalists = 2;
/// Distances of merged passes that are tried, as multiples of the model's.
constexpr double distance_factors[] = {0.5, 0.75, 1.5, 2.0};
/// A candidate is kept if it takes at most this part of the time; a smaller gain may be noise.
constexpr double clearly_faster = 0.99;

/// The largest difference of two plans of the same data whose order of operations differs.
double tolerance(const TuneSubject::Arrays& arrays)
{
    const double eps = arrays.precision == Precision::fp32
                           ? static_cast<double>(std::numeric_limits<float>::epsilon())
                           : std::numeric_limits<double>::epsilon();
    return 16.0 * eps * std::sqrt(std::max(1.0, std::log2(arrays.points)));
}

/// The configuration with half, as many and twice the lines, and, if `bounds_residents`, with one
/// block per multiprocessor less and more.
std::vector<KernelConfig> variants(const KernelConfig& block, const KernelRequest& request,
                                   const DeviceLimits& limits, bool bounds_residents)
{
    const std::vector<int> residents = bounds_residents ? std::vector{0, -1, 1} : std::vector{0};
    std::vector<KernelConfig> all;
    for (const int lines : {block.transforms_per_block, block.transforms_per_block / 2,
                            2 * block.transforms_per_block}) {
        KernelConfig form = block;
        form.transforms_per_block = lines;
        const int resident = blocks_per_sm(form, request, limits);
        for (const int more : residents) {
            form.min_blocks_per_sm = resident + more;
            if (resident > 0 && form.min_blocks_per_sm > 0 &&
                form.threads() * form.min_blocks_per_sm <= limits.threads_per_multiprocessor) {
                all.push_back(form);
            }
        }
    }
    return all;
}

class Search {
public:
    Search(const TuneSubject& subject, const TuneDevice& device, TunedTable start,
           const TuneSettings& settings, TuneObserver& observer)
        : settings_{settings},
          observer_{observer},
          device_{device},
          limits_{device.limits},
          tolerance_{tolerance(subject.arrays)},
          bench_{subject, device},
          table_{std::move(start)}
    {
    }

    Tuned run()
    {
        auto plans = bench_.build({table_, TunedTable{}});
        if (!plans[0].plan) {
            throw std::invalid_argument{plans[0].failure};
        }
        best_ = std::move(plans[0].plan);
        result_.start = best_->chosen;
        if (const double difference = bench_.distance_from_host(*best_); difference > tolerance_) {
            throw std::runtime_error{"the plan is wrong by " + std::to_string(difference) +
                                     " against the host, before anything was tuned"};
        }
        bench_.take_reference(*best_);
        result_.before_seconds = result_.seconds = bench_.seconds(*best_);
        result_.model_seconds = plans[1].plan ? bench_.seconds(*plans[1].plan) : 0.0;
        while (const auto next = next_request()) {
            tune_request(*next);
        }
        result_.complete = !over();
        remember_all();
        result_.spent = bench_.spent;
        return result_;
    }

private:
    [[nodiscard]] bool over() const
    {
        const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
        return passed > settings_.budget_seconds || observer_.stop_requested();
    }

    /// A request of the best plan that was not tuned yet; a plan's requests change when its passes
    /// are merged or separated.
    [[nodiscard]] std::optional<Chosen> next_request()
    {
        for (const Chosen& chosen : best_->chosen) {
            if (!chosen.key.empty() && !over() && done_.insert(chosen.key).second) {
                return chosen;
            }
        }
        return std::nullopt;
    }

    void tune_request(const Chosen& chosen)
    {
        const auto* request = std::get_if<KernelRequest>(&chosen.request);
        const std::vector<std::string> first =
            request != nullptr ? of_pass(*request) : of_pair(std::get<PairRequest>(chosen.request));
        std::vector<std::pair<double, std::string>> timed = race(chosen.key, first);
        std::vector<std::string> more;
        for (std::size_t rank = 0; rank < std::min(finalists, timed.size()); ++rank) {
            const std::string& text = timed[rank].second;
            for (const std::string& one :
                 request != nullptr ? around(*request, text)
                                    : around(std::get<PairRequest>(chosen.request), text)) {
                const bool is_new = std::ranges::find(first, one) == first.end() &&
                                    std::ranges::find(more, one) == more.end();
                if (is_new) {
                    more.push_back(one);
                }
            }
        }
        static_cast<void>(race(chosen.key, more));
    }

    [[nodiscard]] std::vector<std::string> of_pass(const KernelRequest& request) const
    {
        std::vector<std::string> all;
        for (const KernelConfig& form : block_candidates(request, limits_, settings_.candidates)) {
            all.push_back(text_of(form));
        }
        return all;
    }

    [[nodiscard]] std::vector<std::string> of_pair(const PairRequest& request) const
    {
        std::vector<std::string> all{std::string{apart_text}};
        for (const MergedBlocks& blocks :
             merged_candidates(request, limits_, settings_.candidates)) {
            all.push_back(text_of(blocks));
        }
        return all;
    }

    [[nodiscard]] std::vector<std::string> around(const KernelRequest& request,
                                                  const std::string& text) const
    {
        std::vector<std::string> all;
        for (const KernelConfig& form : variants(parse_block(text, request.order), request, limits_,
                                                 device_.bounds_residents)) {
            all.push_back(text_of(form));
        }
        return all;
    }

    [[nodiscard]] std::vector<std::string> around(const PairRequest& request,
                                                  const std::string& text) const
    {
        if (text == apart_text) {
            return {};
        }
        std::vector<std::string> all;
        MergedBlocks blocks = parse_merged(text);
        const int distance = blocks.pipeline_distance;
        for (const double factor : distance_factors) {
            blocks.pipeline_distance =
                std::max(1, static_cast<int>(std::lround(factor * distance)));
            all.push_back(text_of(blocks));
        }
        blocks.pipeline_distance = distance;
        if (request.in_place) {
            blocks.keeps = !blocks.keeps;
            all.push_back(text_of(blocks));
        }
        return all;
    }

    /// Times the plan with each configuration of the request, and keeps the fastest one if it is
    /// clearly faster. Returns the times and configurations, the fastest first.
    std::vector<std::pair<double, std::string>> race(const std::string& request,
                                                     const std::vector<std::string>& all)
    {
        std::vector<std::pair<double, std::string>> timed;
        const std::size_t at_once = device_.plans_at_once;
        for (std::size_t first = 0; first < all.size() && !over(); first += at_once) {
            const std::size_t last = std::min(first + at_once, all.size());
            std::vector<TunedTable> tables(last - first, table_);
            for (std::size_t index = first; index < last; ++index) {
                tables[index - first].remember(request, all[index]);
            }
            auto plans = bench_.build(tables);
            for (std::size_t index = first; index < last && !over(); ++index) {
                const double seconds = try_one(plans[index - first], request + ": " + all[index]);
                if (seconds > 0) {
                    timed.emplace_back(seconds, all[index]);
                    keep_if_faster(plans[index - first], tables[index - first], seconds);
                }
            }
        }
        std::ranges::stable_sort(timed, {}, &std::pair<double, std::string>::first);
        return timed;
    }

    /// Returns the seconds of one execution; 0 if the candidate failed or is wrong.
    double try_one(const TuneBench::Built& built, const std::string& what)
    {
        TuneTrial trial{.what = what, .seconds = 0, .rejected = built.failure};
        ++result_.tried;
        try {
            if (built.plan) {
                const double difference = bench_.distance(*built.plan);
                if (difference <= tolerance_) {
                    trial.seconds = bench_.seconds(*built.plan);
                } else {
                    trial.rejected = "differs by " + std::to_string(difference);
                }
            }
        } catch (const std::exception& error) {
            trial.rejected = error.what();
        }
        result_.rejected += trial.rejected.empty() ? 0 : 1;
        observer_.tried(trial);
        return trial.seconds;
    }

    /// Times both plans once more, one after the other, because clocks and other load change during
    /// a search.
    void keep_if_faster(TuneBench::Built& built, const TunedTable& table, double seconds)
    {
        if (seconds > clearly_faster * result_.seconds) {
            return;
        }
        result_.seconds = bench_.seconds(*best_);
        const double again = std::max(seconds, bench_.seconds(*built.plan));
        if (again <= clearly_faster * result_.seconds) {
            best_ = std::move(built.plan);
            table_ = table;
            result_.seconds = again;
        }
    }

    /// Stores what the best plan asks for, with the configurations that it has, whoever chose them.
    void remember_all()
    {
        for (const Chosen& chosen : best_->chosen) {
            if (!chosen.key.empty()) {
                result_.found.remember(chosen.key, chosen.configuration);
            }
        }
    }

    const TuneSettings& settings_;
    TuneObserver& observer_;
    const TuneDevice& device_;
    Clock::time_point start_ = Clock::now();
    DeviceLimits limits_;
    double tolerance_;
    TuneBench bench_;
    TunedTable table_;
    std::unique_ptr<TuneSubject::Plan> best_;
    std::set<std::string> done_;
    Tuned result_;
};

/// The most points that the host transforms in higher precision within seconds.
constexpr std::int64_t most_host_points = std::int64_t{1} << 25;

}  // namespace

Tuned tune(const TuneSubject& subject, const TuneDevice& device, const TunedTable& start,
           const TuneSettings& settings, TuneObserver& observer)
{
    return Search{subject, device, start, settings, observer}.run();
}

TuneSubject::Arrays arrays_of(const Problem& problem)
{
    const auto in = static_cast<std::size_t>(input_bytes(problem));
    const auto out = static_cast<std::size_t>(output_bytes(problem));
    return {.in_bytes = std::max(in, out),
            .out_bytes = out,
            .in_place = problem.placement == Placement::in_place,
            .precision = problem.precision,
            .points = static_cast<double>(points(problem))};
}

TuneSubject transform_subject(const Problem& problem,
                              std::function<TuneSubject::Plan(const TunedTable&)> prepare)
{
    validate(problem);
    return {.arrays = arrays_of(problem),
            .prepare = std::move(prepare),
            .error = [problem](const void* in, const void* out) {
                return points(problem) * problem.batch > most_host_points
                           ? -1.0
                           : errors_of(problem, in, out).relative_l2;
            }};
}

const Tuner& tuner_of(Backend backend)
{
    return backend == Backend::opencl ? opencl_tuner() : cuda_tuner();
}

}  // namespace tobiuo::fft
