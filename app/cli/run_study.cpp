// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/run_study.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/guarded.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/manifest.hpp"
#include "app/output/run_folder.hpp"
#include "app/printable.hpp"
#include "app/run/poisson/poisson_order.hpp"
#include "app/run/signals.hpp"
#include "app/run/study/earlier_results.hpp"
#include "app/run/study/study_convergence.hpp"
#include "app/run/study/study_results.hpp"
#include "app/run/study/study_row.hpp"

namespace tobiuo {
namespace {

void refuse_restart(const Study& study, const RunOptions& options)
{
    if (options.restart != Restart::no) {
        throw InputError{study.at,
                         "study: --restart goes on with one case, and a study has several: leave "
                         "it out (members that are done are not run again), or give the "
                         "case.resolved.yaml of a member"};
    }
}

/// Throws InputError if a run that is no study has its results in the folder.
void refuse_other_results(const Study& study, const RunOptions& options)
{
    const std::filesystem::path folder = study.folder();
    const auto manifest = read_manifest(folder / manifest_name, folder);
    if (manifest && !options.force &&
        std::ranges::find(manifest->files, study_json_name) == manifest->files.end()) {
        throw InputError{{.source = folder.string(), .line = 0, .column = 0},
                         "the results of an earlier run that was no study are here: replace them "
                         "with --force or choose another folder with --output"};
    }
}

/// What the members have in their folders; with --force all are as if they had nothing.
std::vector<EarlierResults> earlier_of(const Study& study, const RunOptions& options)
{
    std::vector<EarlierResults> all;
    for (const StudyMember& member : study.members) {
        all.push_back(options.force ? EarlierResults::none
                                    : earlier_results(member.the_case, version().revision));
    }
    return all;
}

bool is_other(EarlierResults earlier)
{
    return earlier == EarlierResults::other_case || earlier == EarlierResults::other_version;
}

/// Throws InputError if members have finished results that a run would not repeat.
void refuse_to_replace(const Study& study, const std::vector<EarlierResults>& earlier)
{
    const auto found = std::ranges::find_if(earlier, is_other);
    if (found == earlier.end()) {
        return;
    }
    const auto& member = study.members.at(static_cast<std::size_t>(found - earlier.begin()));
    const auto more = std::ranges::count_if(earlier, is_other) - 1;
    throw InputError{
        {.source = (study.folder() / member.label).string(), .line = 0, .column = 0},
        fmt::format("the results of an earlier run {} are here{}: replace those of all members "
                    "with --force or choose another folder with --output",
                    *found == EarlierResults::other_case
                        ? "of another case, or of input files that have changed since,"
                        : "by another version of tobiuo",
                    more > 0 ? fmt::format(" (and such ones of {} more members)", more) : "")};
}

/// How a member that is not done begins.
Restart restart_of(EarlierResults earlier)
{
    return earlier == EarlierResults::interrupted ? Restart::offered : Restart::no;
}

std::string_view state_text(EarlierResults earlier)
{
    return earlier == EarlierResults::same          ? "done earlier"
           : is_other(earlier)                      ? "has other results, needs --force"
           : earlier == EarlierResults::interrupted ? "interrupted, has checkpoints"
                                                    : "to be run";
}

/// Warns of results that are replaced because nothing tells whether they would be the same.
void warn_of_repeats(const std::vector<EarlierResults>& earlier)
{
    if (const auto count = std::ranges::count(earlier, EarlierResults::unknowable); count > 0) {
        spdlog::warn(
            "{} members that are done are run again: the revision {} of tobiuo may stand for "
            "several programs",
            count, version().revision);
    }
}

/// Says which member the error before was about.
void name_the_failed(const std::vector<Part>& parts)
{
    for (const Part& part : parts) {
        if (part.code && *part.code != ExitCode::done) {
            spdlog::error("the member {} cannot be run ({})", part.name, word_of(*part.code));
        }
    }
}

/// When the reports of all members were written; absent where there is none.
std::vector<std::optional<std::filesystem::file_time_type>> report_times(const Study& study)
{
    std::vector<std::optional<std::filesystem::file_time_type>> times;
    for (const StudyMember& member : study.members) {
        std::error_code missing;
        const auto time = std::filesystem::last_write_time(report_file(member.the_case), missing);
        times.push_back(missing ? std::nullopt : std::optional{time});
    }
    return times;
}

void add_bytes(std::vector<std::string>& cells, const Estimate& estimate)
{
    cells.push_back(
        bytes_text(std::optional{std::max(estimate.host_bytes, estimate.writing_bytes)}));
    cells.push_back(estimate.device_bytes > 0 ? bytes_text(std::optional{estimate.device_bytes})
                                              : "none");
    cells.push_back(bytes_text(std::optional{estimate.output_bytes}));
}

/// A study while it runs.
class StudyRun {
public:
    StudyRun(const Study& study, const RunOptions& options, const World& world,
             const MemberActions& actions)
        : study_{study},
          options_{options},
          world_{world},
          actions_{actions},
          started_{utc_now()},
          outcomes_(study.members.size())
    {
    }

    ExitCode run()
    {
        refuse_restart(study_, options_);
        refuse_other_results(study_, options_);
        const std::vector<EarlierResults> earlier = earlier_of(study_, options_);
        refuse_to_replace(study_, earlier);
        warn_of_repeats(earlier);
        prepare(earlier);
        install_signal_handlers();
        RunFolder folder{study_.folder(), true};
        std::vector<Part> parts = parts_to_run();
        const auto before = report_times(study_);
        const auto count = std::ranges::count_if(parts, [](const Part& one) { return !one.code; });
        spdlog::info("{} of {} members are to be run", count, study_.members.size());
        const ExitCode ran = run_in_turn(parts, world_);
        const auto after = report_times(study_);
        for (std::size_t n = 0; n < parts.size(); ++n) {
            outcomes_[n].code = parts[n].code;
            outcomes_[n].stale = !outcomes_[n].earlier && after[n] == before[n];
            if (parts[n].code) {
                outcomes_[n].word = word_of(*parts[n].code);
            }
        }
        write(folder);
        return ran;
    }

private:
    /// Finds out whether the members that are not done can be run.
    void prepare(const std::vector<EarlierResults>& earlier)
    {
        std::vector<Part> parts;
        for (std::size_t n = 0; n < study_.members.size(); ++n) {
            outcomes_[n].earlier = earlier[n] == EarlierResults::same;
            restarts_.push_back(restart_of(earlier[n]));
            parts.push_back({.name = study_.members[n].label, .act = [this, n] {
                                 if (!outcomes_[n].earlier) {
                                     static_cast<void>(actions_.prepare(study_.members[n].the_case,
                                                                        restarts_[n]));
                                 }
                                 return ExitCode::done;
                             }});
        }
        static_cast<void>(run_in_turn(parts, world_));  // run() counts the codes, too
        name_the_failed(parts);
        for (std::size_t n = 0; n < parts.size(); ++n) {
            outcomes_[n].code = parts[n].code;
        }
    }

    /// The members; those that have results or cannot be run have their code.
    std::vector<Part> parts_to_run() const
    {
        std::vector<Part> parts;
        for (std::size_t n = 0; n < study_.members.size(); ++n) {
            const StudyMember& member = study_.members[n];
            Part part{.name = member.label};
            if (outcomes_[n].earlier || outcomes_[n].code != ExitCode::done) {
                part.code = outcomes_[n].code;
            }
            part.act = [this, n, &member] {
                spdlog::info("member {} of {}: {}", n + 1, study_.members.size(), member.label);
                return actions_.run(member.the_case, restarts_[n]);
            };
            parts.push_back(std::move(part));
        }
        return parts;
    }

    /// Says which series do not converge on their finest grids as theory expects.
    static void warn_of_orders(const std::vector<ConvergenceSeries>& all)
    {
        for (const ConvergenceSeries& series : all) {
            const std::optional<double> order = series.points.back().order;
            const std::string doubt = order ? doubt_of(*order, series.expected) : std::string{};
            if (!doubt.empty()) {
                spdlog::warn("{}{}{}", series.label, series.label.empty() ? "" : ": ", doubt);
            }
        }
    }

    void write(RunFolder& folder) const
    {
        StudyResults results{
            .study = study_, .rows = study_rows(study_, outcomes_), .started = started_};
        results.convergence = convergence_of(study_, results.rows);
        warn_of_orders(results.convergence);
        const std::string table = study_table(results);
        const std::string json = study_json(results);
        folder.add_text(std::string{study_json_name}, json);
        add_study_page(folder, json);
        folder.add_text("study.csv", study_csv(results));
        folder.add_text("summary.txt", table);
        const std::string status = study_status(results.rows);
        folder.finish(status);
        print(table);
        if (stop_requested()) {
            spdlog::warn(
                "the study was stopped by {}: the same command runs the members that are "
                "not done",
                stop_signal_name());
        }
        spdlog::info("the results of the study are in {}", folder.path().string());
    }

    const Study& study_;
    const RunOptions& options_;
    const World& world_;
    const MemberActions& actions_;
    std::string started_;
    std::vector<MemberOutcome> outcomes_;
    std::vector<Restart> restarts_;  ///< of the members
};

}  // namespace

ExitCode run_study(const Study& study, const RunOptions& options, const World& world,
                   const MemberActions& actions)
{
    return StudyRun{study, options, world, actions}.run();
}

ExitCode list_study(const Study& study, const RunOptions& options, const World& world,
                    const MemberActions& actions)
{
    refuse_restart(study, options);
    const std::vector<EarlierResults> earlier = earlier_of(study, options);
    std::vector<std::vector<std::string>> lines{
        {"member", "state", "host memory", "device memory", "output"}};
    std::vector<Part> parts;
    for (const StudyMember& member : study.members) {
        const EarlierResults had = earlier.at(parts.size());
        parts.push_back({.name = member.label, .act = [&lines, &actions, &member, had] {
                             lines.push_back({member.label, "cannot be run"});
                             const Estimate estimate =
                                 actions.prepare(member.the_case, restart_of(had));
                             lines.back().back() = state_text(had);
                             add_bytes(lines.back(), estimate);
                             return ExitCode::done;
                         }});
    }
    const ExitCode first = run_in_turn(parts, world);
    name_the_failed(parts);
    constexpr std::size_t left = 2;
    print(fmt::format("{}: {} members in {}\n", study.name, study.members.size(),
                      study.folder().string()) +
          aligned(lines, left));
    return first;
}

ExitCode for_each_member(const Study& study, const World& world,
                         const std::function<ExitCode(const Case&)>& act)
{
    std::vector<Part> parts;
    for (const StudyMember& member : study.members) {
        parts.push_back({.name = member.label, .act = [&] { return act(member.the_case); }});
    }
    const ExitCode first = run_in_turn(parts, world);
    print(outcomes_text("members of " + study.name, parts));
    return first;
}

}  // namespace tobiuo
