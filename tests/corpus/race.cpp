// SPDX-License-Identifier: BSD-3-Clause
// Runs every problem of the corpus on the device by the tuned table and by the cost model alone, if
// these differ, and prints the loss of the model; or measures the time of making plans. See
// CONTRIBUTING.md.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/tune/tune_bench.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "runtime/median.hpp"
#include "tests/corpus/entry.hpp"

namespace tobiuo::corpus {
namespace {

struct Options {
    std::vector<std::string> names;  ///< empty: all
    double most_gib = 8.0;
    double tune_seconds = 0;
    int candidates = 12;
    bool prepare_only = false;
    bool cold = false;
    std::size_t part = 0;
    std::size_t parts = 1;
};

/// Configurations in the order of requests: plans with equal ones are the same.
std::string blocks_of(const fft::TuneSubject::Plan& plan)
{
    std::string text;
    for (const fft::Chosen& chosen : plan.chosen) {
        text += chosen.key + ": " + chosen.configuration + "; ";
    }
    return text;
}

/// The median of five quotients of medians, measured by turns; `seconds` receives the least time of
/// `one`.
double ratio(fft::TuneBench& bench, const fft::TuneSubject::Plan& one,
             const fft::TuneSubject::Plan& two, double& seconds)
{
    std::vector<double> ratios;
    seconds = 1e9;
    for (int turn = 0; turn < 5; ++turn) {
        const double first = bench.seconds(one);
        const double second = bench.seconds(two);
        seconds = std::min(seconds, first);
        ratios.push_back(second / first);
    }
    return median(std::move(ratios));
}

class TrialPrinter final : public fft::TuneObserver {
public:
    explicit TrialPrinter(std::string name) : name_{std::move(name)} {}
    void tried(const fft::TuneTrial& trial) override
    {
        std::printf("T | %s | %s | %.6f ms | %s\n", name_.c_str(), trial.what.c_str(),
                    1e3 * trial.seconds, trial.rejected.c_str());
    }
    [[nodiscard]] bool stop_requested() const override { return false; }

private:
    std::string name_;
};

void tune_one(const Entry& entry, const fft::TuneSubject& subject, const fft::TuneDevice& device,
              const fft::TunedTable& start, const Options& options)
{
    TrialPrinter printer{entry.name};
    const fft::Tuned tuned = fft::tune(
        subject, device, start,
        {.budget_seconds = options.tune_seconds, .candidates = options.candidates}, printer);
    std::printf(
        "R | %s | before %.5f ms | model %.5f ms | tuned %.5f ms | %d tried, %d rejected%s | "
        "build %.1f s, execute %.1f s\n",
        entry.name.c_str(), 1e3 * tuned.before_seconds, 1e3 * tuned.model_seconds,
        1e3 * tuned.seconds, tuned.tried, tuned.rejected, tuned.complete ? "" : ", not complete",
        tuned.spent.build, tuned.spent.execute);
    for (const auto& [request, configuration] : tuned.found.entries()) {
        if (start.find(request) != configuration) {
            std::printf("F | %s | %s\n", request.c_str(), configuration.c_str());
        }
    }
    std::fflush(stdout);
}

/// The seconds of making the plan of a subject. Kernels are compiled each time if the environment
/// names no folder for them (neither HOME nor XDG_CACHE_HOME).
double seconds_to_prepare(const fft::TuneSubject& subject, const fft::TunedTable& table)
{
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(subject.prepare(table));
    return std::chrono::duration<double>{std::chrono::steady_clock::now() - start}.count();
}

bool is_wanted(const Entry& entry, const std::vector<std::string>& names)
{
    return names.empty() || std::ranges::find(names, entry.name) != names.end();
}

/// Returns how many problems failed.
int run(const Options& options)
{
    const fft::TuneDevice device = fft::cuda_tuner().device(0);
    const auto known = fft::table_of_current_device();
    const fft::TunedTable& first = known->table;
    const fft::TunedTable second;
    double sum = 0;
    int compared = 0;
    int equal = 0;
    int failed = 0;
    std::vector<double> cold;
    std::vector<Entry> all;
    for (const auto& some : {transform_entries(), pointwise_entries(), solve_entries()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    for (std::size_t at = options.part; at < all.size(); at += options.parts) {
        const Entry& entry = all[at];
        if (!entry.subject || !is_wanted(entry, options.names)) {
            continue;
        }
        try {
            const auto subject = entry.subject();
            const auto arrays = subject.arrays;
            if (static_cast<double>(arrays.in_bytes) > options.most_gib * 1073741824.0) {
                continue;
            }
            if (options.tune_seconds > 0) {
                tune_one(entry, subject, device, first, options);
                continue;
            }
            if (options.cold) {
                cold.push_back(seconds_to_prepare(subject, first));
                std::printf("%.3f s | %s\n", cold.back(), entry.name.c_str());
                continue;
            }
            if (options.prepare_only) {
                static_cast<void>(subject.prepare(first));
                static_cast<void>(subject.prepare(second));
                continue;
            }
            fft::TuneBench bench{subject, device};
            auto plans = bench.build({first, second});
            if (!plans[0].plan || !plans[1].plan) {
                std::printf("failed | %s | %s%s\n", entry.name.c_str(), plans[0].failure.c_str(),
                            plans[1].failure.c_str());
                ++failed;
                continue;
            }
            if (blocks_of(*plans[0].plan) == blocks_of(*plans[1].plan)) {
                ++equal;
                continue;
            }
            double seconds = 0;
            const double by = ratio(bench, *plans[0].plan, *plans[1].plan, seconds);
            sum += std::log(by);
            ++compared;
            std::printf("%.3f | %.4f ms | %s | table %s | model %s\n", by, 1e3 * seconds,
                        entry.name.c_str(), blocks_of(*plans[0].plan).c_str(),
                        blocks_of(*plans[1].plan).c_str());
            std::fflush(stdout);
        } catch (const std::exception& error) {
            std::printf("failed | %s | %s\n", entry.name.c_str(), error.what());
            ++failed;
        }
    }
    if (options.cold && !cold.empty()) {
        std::printf("%zu plans were made: median %.3f s, longest %.3f s\n", cold.size(),
                    median(cold), std::ranges::max(cold));
        return failed;
    }
    std::printf(
        "%d problems have equal plans, %d differ; the model takes %.4f of the table's time "
        "in geometric mean over all\n",
        equal, compared, std::exp(sum / std::max(1, compared + equal)));
    return failed;
}

}  // namespace
}  // namespace tobiuo::corpus

// NOLINTNEXTLINE(bugprone-exception-escape): a failure to print ends the program
int main(int argc, char** argv)
{
    CLI::App app{"Times the problems of the corpus by the table of tuned blocks and without it"};
    tobiuo::corpus::Options options;
    app.add_option("--name", options.names, "only the problems with these names");
    app.add_option("--memory", options.most_gib, "only arrays up to so many GiB");
    app.add_option("--tune", options.tune_seconds, "tune each, for so many seconds");
    app.add_option("--candidates", options.candidates, "blocks for each request");
    app.add_flag("--prepare", options.prepare_only, "only compile, into the cache");
    app.add_flag("--cold", options.cold,
                 "only time how long each plan takes to make (unset HOME and XDG_CACHE_HOME)");
    app.add_option("--part", options.part, "this part of ...");
    app.add_option("--parts", options.parts, "... so many")->check(CLI::PositiveNumber);
    CLI11_PARSE(app, argc, argv);
    try {
        return tobiuo::corpus::run(options) == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
