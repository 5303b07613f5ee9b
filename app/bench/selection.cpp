// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/selection.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "app/bench/measurement.hpp"
#include "app/wording.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::bench {
namespace {

constexpr std::size_t most_axes = 3;

[[noreturn]] void refuse_size(std::string_view text, const std::string& why)
{
    throw wrong_option("--sizes", in_quotes(text) + " is no size (" + why +
                                      "): write the points of one to three axes, x first, like "
                                      "1024, 1024x512, 256x256x128 or 512^3");
}

/// The number in `text`; nothing unless all of it is a number above zero.
std::optional<std::int64_t> length_of(std::string_view text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    const bool good = error == std::errc{} && stopped == end && value > 0;
    return good ? std::optional{value} : std::nullopt;
}

std::int64_t length_in(std::string_view text, std::string_view part)
{
    const auto length = length_of(part);
    if (!length) {
        refuse_size(text, in_quotes(part) + " is no number of points");
    }
    return *length;
}

/// Whether the options name the machine.
bool is_named(const MachineKind& kind, const BenchOptions& options)
{
    return options.backends.given.empty() ? kind.has_libraries && options.device_named
                                          : options.backends.has(kind.word);
}

/// Whether the machine is named; then something can be measured on it, or this throws DeviceError.
bool is_named_and_there(const MachineKind& kind, const BenchOptions& options)
{
    const bool named = is_named(kind, options);
    if (named) {
        require(kind, options.device, "measure on",
                options.backends.known.empty() ? "leave out --device" : "use --backends cpu");
    }
    return named;
}

bool is_there(const MachineKind& kind, const BenchOptions& options)
{
    return !kind.unsupported_reason(options.device);
}

/// Whether a contestant that runs on the machine competes there; see chosen_teams().
bool competes(const Contestant& one, const MachineKind& kind, bool machine_is_named,
              const Words& who, std::string_view what, const BenchOptions& options)
{
    const bool named = who.has(one.name);
    if (!named && (!who.given.empty() || !one.is_usual)) {
        return false;
    }
    if (machine_is_named) {
        return true;
    }
    if (!options.backends.given.empty()) {
        return false;
    }
    if (named && one.machines.size() == 1) {
        require(kind, options.device, "measure on",
                fmt::format("leave out the {} '{}'", what, one.name));
        return true;
    }
    return kind.is_usual && is_there(kind, options);
}

/// Throws InputError for a contestant that is named and runs on no machine in --backends.
void check_machines(const std::vector<Contestant>& all, const Words& who, std::string_view what,
                    const BenchOptions& options)
{
    for (const Contestant& one : all) {
        const bool has_place = options.backends.given.empty() ||
                               std::ranges::any_of(one.machines, [&](const auto& word) {
                                   return options.backends.has(word);
                               });
        if (who.has(one.name) && !has_place) {
            throw wrong_option(
                who.option,
                fmt::format("{} '{}' runs on {}, which --backends leaves out: add it there or "
                            "leave out the {}",
                            what, one.name, one.machines.front(), what));
        }
    }
}

}  // namespace

InputError wrong_option(const char* option, const std::string& sentence)
{
    return {{.source = option, .line = 0, .column = 0}, sentence};
}

void Words::check(std::string_view what) const
{
    for (const std::string& word : given) {
        if (!bench::has(known, word)) {
            throw wrong_option(option, fmt::format("unknown {} {}{}", what, in_quotes(word),
                                                   suggestion(word, known)));
        }
    }
}

std::vector<std::int64_t> reversed(std::vector<std::int64_t> lengths)
{
    std::ranges::reverse(lengths);
    return lengths;
}

std::vector<std::int64_t> parse_size(std::string_view text)
{
    std::vector<std::int64_t> lengths;
    if (const auto power = text.find('^'); power != std::string_view::npos) {
        const auto axes = length_of(text.substr(power + 1));
        if (!axes || *axes > static_cast<std::int64_t>(most_axes)) {
            refuse_size(text, "behind ^ stands the number of axes, 1, 2 or 3");
        }
        lengths.assign(static_cast<std::size_t>(*axes), length_in(text, text.substr(0, power)));
        return lengths;
    }
    for (std::string_view rest = text;;) {
        const auto end = rest.find('x');
        lengths.push_back(length_in(text, rest.substr(0, end)));
        if (end == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(end + 1);
    }
    if (lengths.size() > most_axes) {
        refuse_size(text, "it has " + std::to_string(lengths.size()) + " axes");
    }
    return reversed(std::move(lengths));
}

std::string size_text(const std::vector<std::int64_t>& lengths)
{
    std::string text;
    for (const std::int64_t length : reversed(lengths)) {
        text += (text.empty() ? "" : "x") + std::to_string(length);
    }
    return text;
}

std::vector<const MachineKind*> named_or_first(const BenchOptions& options)
{
    std::vector<const MachineKind*> chosen;
    for (const MachineKind& kind : machine_kinds()) {
        if (is_named_and_there(kind, options)) {
            chosen.push_back(&kind);
        }
    }
    for (const MachineKind& kind : machine_kinds()) {
        if (chosen.empty() && kind.is_usual && is_there(kind, options)) {
            chosen.push_back(&kind);
        }
    }
    return chosen;
}

std::vector<Team> chosen_teams(const std::vector<Contestant>& all, const Words& who,
                               std::string_view what, const BenchOptions& options)
{
    check_machines(all, who, what, options);
    std::vector<Team> teams;
    for (const MachineKind& kind : machine_kinds()) {
        const bool named = is_named_and_there(kind, options);
        Team team{.machine = &kind, .names = {}};
        for (const Contestant& one : all) {
            if (std::ranges::find(one.machines, kind.word) != one.machines.end() &&
                competes(one, kind, named, who, what, options)) {
                team.names.push_back(one.name);
            }
        }
        if (!team.names.empty()) {
            teams.push_back(std::move(team));
        }
    }
    return teams;
}

const Team* team_on(const std::vector<Team>& teams, std::string_view machine)
{
    const auto found =
        std::ranges::find(teams, machine, [](const Team& team) { return team.machine->word; });
    return found == teams.end() ? nullptr : &*found;
}

void leave_out_missing(std::vector<Team>& teams, const Words& who)
{
    for (Team& team : teams) {
        if (!team.machine->has_libraries) {
            continue;
        }
        std::erase_if(team.names, [&](const std::string& name) {
            const auto reason = library_unsupported_reason(name);
            if (reason && who.has(name)) {
                throw device::DeviceError{fmt::format(
                    "cannot measure {} ({}): leave it out of --contestants", name, *reason)};
            }
            if (reason) {
                spdlog::warn("{}: skipped ({})", name, *reason);
            }
            return reason.has_value();
        });
    }
    std::erase_if(teams, [](const Team& team) { return team.names.empty(); });
}

}  // namespace tobiuo::bench
