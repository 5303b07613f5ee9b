// SPDX-License-Identifier: BSD-3-Clause
// One run of a case as a process of its own: its wall time, and what its report says of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tobiuo::whole_bench {

/// A folder that goes with what is in it.
class PassingFolder {
public:
    /// Makes it in `parent`. Throws OutputError.
    explicit PassingFolder(const std::filesystem::path& parent);
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;
    ~PassingFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// What is started.
struct WholeCommand {
    std::filesystem::path program;
    std::vector<std::string> arguments;  ///< of `run`, but for the folder of results
    /// Where the process finds and keeps compiled kernels, ceilings and wisdom; the user's if empty.
    std::filesystem::path cache = {};
};

/// What was measured of a run that has ended well.
struct WholeRun {
    double wall_s{};                   ///< from the start of the process to its end
    nlohmann::ordered_json report;     ///< report.json
    std::uintmax_t written_bytes = 0;  ///< of all results
};

/// Runs the command with its results and what it prints in `folder`, and removes these. Nothing
/// after a signal; the process is asked to stop then. Throws InputError if the program does not
/// start, or if it ends with an error, with the last line that it has said.
[[nodiscard]] std::optional<WholeRun> run_whole(const WholeCommand& command,
                                                const std::filesystem::path& folder);

}  // namespace tobiuo::whole_bench
