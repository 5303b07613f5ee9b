// SPDX-License-Identifier: BSD-3-Clause
#include "app/tune/tune_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/tune/candidates.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;
using stencil::Trial;
using stencil::TuneResult;
using stencil::Verdict;

/// The tasks of a tuning, such as "compile", with their seconds, in the order of a trial.
std::array<std::pair<const char*, double>, 5> named_seconds(const TuneResult& result)
{
    const stencil::TaskSeconds tasks = result.tasks();
    return {{{"compile", tasks.compile},
             {"load", tasks.load},
             {"check", tasks.check},
             {"execute", tasks.execute},
             {"twin", result.seconds_of_twin}}};
}

std::string_view word_of_end(stencil::TuneEnd end)
{
    switch (end) {
        case stencil::TuneEnd::complete:
            return "complete";
        case stencil::TuneEnd::budget:
            return "budget";
        case stencil::TuneEnd::stopped:
            return "stopped";
    }
    return "unknown";
}

/// The fastest trial of each class, the fastest class first.
std::vector<const Trial*> best_of_classes(const TuneResult& result)
{
    std::vector<const Trial*> best;
    for (const Trial& trial : result.best) {
        const Trial* one = stencil::best_of_class(result, trial.candidate.kind->label);
        if (std::ranges::find(best, one) == best.end()) {
            best.push_back(one);
        }
    }
    std::ranges::stable_sort(best, std::ranges::greater{}, &Trial::gflops);
    return best;
}

/// The trial of what a run without wisdom takes in this class, the first kernel with its own
/// choices; nothing if it was not tried.
const Trial* default_of_class(const TuneResult& result, std::string_view label)
{
    const auto found = std::ranges::find_if(result.trials, [&](const Trial& trial) {
        return trial.verdict == Verdict::good && trial.candidate.kind->label == label &&
               trial.candidate.parameters.empty();
    });
    return found == result.trials.end() ? nullptr : &*found;
}

std::int64_t good_of_class(const TuneResult& result, std::string_view label)
{
    return std::ranges::count_if(result.trials, [&](const Trial& trial) {
        return trial.verdict == Verdict::good && trial.candidate.kind->label == label;
    });
}

std::string choice_text(const TunedTask& tuned, const Trial& best)
{
    const std::string_view label = best.candidate.kind->label;
    const Trial* without = default_of_class(tuned.result, label);
    const std::int64_t good = good_of_class(tuned.result, label);
    std::string text = fmt::format("{}, {}: {}, {:.4g} GFLOPS, ", tuned.task.name, label,
                                   stencil::text_of(best.candidate), best.gflops);
    if (good == 1) {
        return text + "the only candidate checked and timed";
    }
    text += fmt::format("the fastest of {} checked and timed", good);
    if (without == nullptr) {
        return text;
    }
    if (without->candidate == best.candidate) {
        return text + ": none is faster than the kernel left to itself";
    }
    return text + fmt::format(", {:.1f} % more than {} by default",
                              100.0 * (best.gflops / without->gflops - 1.0),
                              without->candidate.kind->name);
}

Json trial_json(const Trial& trial)
{
    Json parameters = Json::object();
    for (const auto& [name, value] : trial.candidate.parameters) {
        parameters[name] = value;
    }
    const bool good = trial.verdict == Verdict::good;
    return {{"kernel", trial.candidate.kind->name},
            {"label", trial.candidate.kind->label},
            {"parameters", parameters},
            {"verdict", stencil::word_of(trial.verdict)},
            {"reason", good ? Json(nullptr) : Json(trial.reason)},
            {"gflops", good ? Json(trial.gflops) : Json(nullptr)},
            {"seconds", trial.seconds.total()}};
}

Json task_json(const TunedTask& tuned)
{
    const stencil::Shape& shape = tuned.task.request.shape;
    Json seconds{{"total", tuned.result.seconds}};
    for (const auto& [name, value] : named_seconds(tuned.result)) {
        seconds[name] = value;
    }
    Json trials = Json::array();
    for (const Trial& trial : tuned.result.trials) {
        trials.push_back(trial_json(trial));
    }
    Json choices = Json::array();
    for (const Trial* best : best_of_classes(tuned.result)) {
        choices.push_back(trial_json(*best));
    }
    const auto situation = situation_of(tuned.task.backend, "", tuned.task.request);
    return {{"name", tuned.task.name},
            {"values", {shape.nk, shape.nj, shape.ni}},
            {"backend", word_of(tuned.task.backend)},
            {"device", situation.device},
            {"architecture", situation.architecture},
            {"conditions", situation.conditions},
            {"precision", word_of(tuned.task.request.precision)},
            {"budget_seconds", tuned.budget_seconds},
            {"end", word_of_end(tuned.result.end)},
            {"seconds", seconds},
            {"trials", trials},
            {"choices", choices}};
}

}  // namespace

std::string tune_heading(const TuneTask& task, double budget_seconds)
{
    return fmt::format(
        "{}: {} x {} x {} values in {} precision on {}, up to {:.3g} s\n"
        "{:<52} {:>10}  {:<12} {:>8}\n",
        task.name, task.request.shape.nk, task.request.shape.nj, task.request.shape.ni,
        word_of(task.request.precision), situation_of(task.backend, "", task.request).device,
        budget_seconds, "candidate", "GFLOPS", "checked", "seconds");
}

std::string tune_row(const Trial& trial)
{
    const bool good = trial.verdict == Verdict::good;
    return fmt::format("{:<52} {:>10}  {:<12} {:>8.2f}{}\n", stencil::text_of(trial.candidate),
                       good ? fmt::format("{:.2f}", trial.gflops) : "-",
                       good ? "as the twin" : stencil::word_of(trial.verdict),
                       trial.seconds.total(), good ? "" : "  " + trial.reason);
}

std::string tune_summary(const TuneResult& result)
{
    std::string text = fmt::format("{:.1f} s:", result.seconds);
    for (const auto& [name, seconds] : named_seconds(result)) {
        text += fmt::format(" {} {:.0f} %,", name,
                            result.seconds > 0.0 ? 100.0 * seconds / result.seconds : 0.0);
    }
    text.back() = ';';
    text += fmt::format(" {} candidates", result.trials.size());
    switch (result.end) {
        case stencil::TuneEnd::complete:
            return text + ", the search is complete\n";
        case stencil::TuneEnd::budget:
            return text + ", the budget ended the search\n";
        case stencil::TuneEnd::stopped:
            break;
    }
    return text + ", stopped\n";
}

std::vector<std::string> tune_choices(const TunedTask& tuned)
{
    std::vector<std::string> lines;
    for (const Trial* best : best_of_classes(tuned.result)) {
        lines.push_back(choice_text(tuned, *best));
    }
    return lines;
}

tuning::Wisdom wisdom_of(const TunedTask& tuned, const std::string& date)
{
    tuning::Wisdom wisdom;
    for (const Trial& best : tuned.result.best) {
        const stencil::SweepKind& kind = *best.candidate.kind;
        wisdom.remember({.situation = situation_of(kind.backend, kind.label, tuned.task.request),
                         .kernel = std::string{kind.name},
                         .parameters = best.candidate.parameters,
                         .gflops = best.gflops,
                         .date = date,
                         .candidates = static_cast<int>(good_of_class(tuned.result, kind.label))});
    }
    return wisdom;
}

std::string tune_json(const std::vector<TunedTask>& tasks)
{
    const bool on_gpu = std::ranges::any_of(
        tasks, [](const TunedTask& one) { return one.task.backend == Backend::cuda; });
    const HostInfo host = host_info();
    Json json{{"schema", "tobiuo-tune-himeno-1"},
              {"host", fmt::format("{}, {} threads", host.processor, host.threads)},
              {"versions", Json::parse(versions_json(on_gpu ? Backend::cuda : Backend::cpu))},
              {"date", utc_now()},
              {"tasks", Json::array()}};
    for (const TunedTask& tuned : tasks) {
        json["tasks"].push_back(task_json(tuned));
    }
    return json_text(json) + "\n";
}

}  // namespace tobiuo
