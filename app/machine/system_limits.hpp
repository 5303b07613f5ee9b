// SPDX-License-Identifier: BSD-3-Clause
// The memory and the processors that control groups (of a container or a batch job) and the limits of
// the process leave to it, and the small files in which Linux reports on itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo {

/// The text after `key` in a file of "key: value" or "key value" lines.
[[nodiscard]] std::optional<std::string> value_in(const std::filesystem::path& file,
                                                  const std::string& key);

/// The number at the start of the file; nothing for "max", or a number beyond 64 bits.
[[nodiscard]] std::optional<std::int64_t> number_in(const std::filesystem::path& file);

/// The whole text of a file; empty if it cannot be read.
[[nodiscard]] std::string text_in(const std::filesystem::path& file);

/// The bytes that control groups still allow: the least of the process's group and all groups above
/// it, where page cache that can be dropped counts as free; nothing if no group sets a limit.
/// `root` is the mount point of control groups (version 2 there, version 1 in its folder memory/; a
/// machine may have both), `membership` is the text of /proc/self/cgroup.
[[nodiscard]] std::optional<std::int64_t> control_group_room(const std::filesystem::path& root,
                                                             const std::string& membership);

/// The number of processors whose time control groups allow, again the least: 1.5 for a quota of
/// 150 ms in every 100 ms; nothing if no group sets a quota. Version 1 is expected in the folder
/// cpu/.
[[nodiscard]] std::optional<double> control_group_processors(const std::filesystem::path& root,
                                                             const std::string& membership);

/// The bytes that the process may still allocate below its limits on address space and data (ulimit
/// -v, -d), less the stacks of the threads that OpenMP will start; nothing if there is no limit.
[[nodiscard]] std::optional<std::int64_t> process_room();

}  // namespace tobiuo
