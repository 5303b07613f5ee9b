// SPDX-License-Identifier: BSD-3-Clause
// What the options of a benchmark select: sizes, machines, and who competes on each of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/machines.hpp"
#include "app/bench/options.hpp"
#include "app/errors.hpp"

namespace tobiuo::bench {

/// The error of an option.
[[nodiscard]] InputError wrong_option(const char* option, const std::string& sentence);

/// Sizes as people write them, x first: 512x256x256, 4096x4096, 1024, 512^3. The points of each
/// axis, the slowest axis first: "128x64" (x, y) is {64, 128}, "64" is {64}, "64^3" is {64, 64, 64}.
/// Throws InputError at --sizes unless there are one to three axes of at least one point.
[[nodiscard]] std::vector<std::int64_t> parse_size(std::string_view text);
/// The text of lengths: "512x256x256" for {256, 256, 512}.
[[nodiscard]] std::string size_text(const std::vector<std::int64_t>& lengths);
/// The lengths in reverse order: x first or slowest first.
[[nodiscard]] std::vector<std::int64_t> reversed(std::vector<std::int64_t> lengths);

/// The machines that --backends names or, without it, --device; if none is named, the first usual
/// one that is there. Throws DeviceError if nothing can be measured on a machine that is named.
[[nodiscard]] std::vector<const MachineKind*> named_or_first(const BenchOptions& options);

/// A library, a solver or a kernel.
struct Contestant {
    std::string name;
    std::vector<std::string_view> machines;  ///< the words of the back ends on which it runs
    bool is_usual = true;                    ///< whether it competes where nobody is named
};

/// The contestants of a machine, whose memory and ceiling they share, in the order of the table.
struct Team {
    const MachineKind* machine{};
    std::vector<std::string> names;
};

/// The teams of all machines with contestants, in the order of machine_kinds(). `who` are the
/// contestants that are named, `what` they are called, "kernel". Machines are those of --backends;
/// without it all usual ones that are there, and those that only a named contestant runs on. Throws
/// InputError for a contestant that runs on none of the machines in --backends, and DeviceError if
/// nothing can be measured on a machine that --backends, --device or a contestant needs.
[[nodiscard]] std::vector<Team> chosen_teams(const std::vector<Contestant>& all, const Words& who,
                                             std::string_view what, const BenchOptions& options);

/// The team of the machine with that word; null if there is none.
[[nodiscard]] const Team* team_on(const std::vector<Team>& teams, std::string_view machine);

/// Leaves out libraries of CUDA whose files do not exist here, after a warning, and teams without
/// any. Throws DeviceError if the user has named one of these.
void leave_out_missing(std::vector<Team>& teams, const Words& who);

}  // namespace tobiuo::bench
