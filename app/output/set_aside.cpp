// SPDX-License-Identifier: BSD-3-Clause
// Keeps what an unfinished run has left beside the run that replaces it, until that has results.

#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/staging.hpp"
#include "app/pattern.hpp"

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

/// The folder of a run that is set aside; its number follows, the newest has the largest.
constexpr std::string_view replaced_name = ".replaced.";
/// The folder's name while files are moved there; only one that is renamed has all of them.
constexpr const char* moving_name = ".replacing";

bool is_folder(const fs::path& path)
{
    std::error_code unknown;
    return fs::is_directory(fs::symlink_status(path, unknown));
}

bool name_exists(const fs::path& path)
{
    std::error_code unknown;
    return fs::exists(fs::symlink_status(path, unknown));
}

/// Calls act(path) for what is in `folder`, which need not exist.
void for_each_in(const fs::path& folder, const std::function<void(const fs::path&)>& act)
{
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        act(entry->path());
    }
    if (error == std::errc::permission_denied) {
        throw InputError{{.source = folder.string(), .line = 0, .column = 0},
                         "what is in this folder cannot be read (" + error.message() +
                             "): get permission to read it or choose another folder with --output"};
    }
}

/// The checkpoints that are in this very folder, the newest first.
std::vector<fs::path> own_checkpoints(const fs::path& folder)
{
    std::vector<fs::path> found;
    for_each_in(folder, [&](const fs::path& path) {
        if (matches(path.filename().string(), "checkpoint_[0-9]{12}[.]state")) {
            found.push_back(path);
        }
    });
    std::ranges::sort(found, std::greater{});
    return found;
}

/// The number of a run that is set aside; 0 if the name is that of something else.
std::int64_t number_of(const fs::path& path)
{
    const std::string name = path.filename().string();
    std::int64_t number = 0;
    if (name.starts_with(replaced_name)) {
        const char* const end = name.data() + name.size();
        const auto [at, error] = std::from_chars(name.data() + replaced_name.size(), end, number);
        number = error == std::errc{} && at == end ? number : 0;
    }
    return number;
}

/// The runs that are set aside, the newest first.
std::vector<fs::path> replaced_in(const fs::path& folder)
{
    std::vector<fs::path> found;
    for_each_in(folder, [&](const fs::path& path) {
        if (number_of(path) > 0) {
            found.push_back(path);
        }
    });
    std::ranges::sort(found, std::greater{}, number_of);
    return found;
}

/// The newest run that is set aside with checkpoints; empty if there is none.
fs::path newest_with_checkpoints(const fs::path& folder)
{
    for (const fs::path& one : replaced_in(folder)) {
        if (is_folder(one) && !own_checkpoints(one).empty()) {
            return one;
        }
    }
    return {};
}

void rename_path(const fs::path& from, const fs::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0) {
        throw could_not_write(to, errno);
    }
}

void make_folder(const fs::path& path)
{
    constexpr mode_t all = 0777;
    if (::mkdir(path.c_str(), all) != 0) {
        throw could_not_write(path, errno);
    }
}

/// Removes a run that is set aside, which has files only.
void remove_replaced(const fs::path& path)
{
    for_each_in(path, [](const fs::path& file) { ::unlink(file.c_str()); });
    if (::rmdir(path.c_str()) != 0 && errno != ENOENT) {
        spdlog::warn("'{}' is of a run that was replaced and could not be removed ({}): remove it",
                     path.string(), std::generic_category().message(errno));
    }
}

/// Gives what is being moved its number. Without checkpoints nothing goes on from it, so that only
/// the newest such run is kept.
void complete_move(const fs::path& folder)
{
    const std::vector<fs::path> earlier = replaced_in(folder);
    const std::int64_t number = earlier.empty() ? 1 : number_of(earlier.front()) + 1;
    const bool is_the_newest_alone = own_checkpoints(folder / moving_name).empty();
    rename_path(folder / moving_name,
                folder / (std::string{replaced_name} + std::to_string(number)));
    sync_folder(folder);
    for (const fs::path& one : earlier) {
        if (is_the_newest_alone && own_checkpoints(one).empty()) {
            remove_replaced(one);
        }
    }
}

/// Puts back what a process that ended was moving.
void undo_move(const fs::path& folder)
{
    const fs::path moving = folder / moving_name;
    for (const fs::path& one : own_checkpoints(moving)) {
        rename_path(one, folder / one.filename());
    }
    rename_path(moving, staging_in(folder));
    sync_folder(folder);
}

/// Moves the staging folder away, and removes it if it is empty.
void move_staging(const fs::path& folder)
{
    const fs::path staging = staging_in(folder);
    std::error_code not_empty;
    if (!is_folder(staging) || fs::remove(staging, not_empty)) {
        return;
    }
    for_each_in(staging, [](const fs::path& file) {
        if (is_folder(file)) {
            throw could_not_write(file, EISDIR);
        }
    });
    rename_path(staging, folder / moving_name);
}

}  // namespace

std::vector<fs::path> checkpoints_in(const fs::path& folder)
{
    std::vector<fs::path> found = own_checkpoints(folder);
    const fs::path moving = folder / moving_name;
    if (is_folder(moving)) {
        std::ranges::copy(own_checkpoints(moving), std::back_inserter(found));
        std::ranges::sort(found, std::greater{},
                          [](const fs::path& one) { return one.filename(); });
    } else if (const fs::path replaced = newest_with_checkpoints(folder);
               found.empty() && !replaced.empty()) {
        found = own_checkpoints(replaced);
    }
    return found;
}

void refuse_unfinished(const fs::path& folder, bool may_replace)
{
    if (may_replace) {
        return;
    }
    const auto earlier = checkpoints_in(folder);
    if (!earlier.empty()) {
        throw InputError{{.source = folder.string(), .line = 0, .column = 0},
                         "a run that did not end left checkpoints here (the newest is " +
                             earlier.front().filename().string() +
                             "): go on with --restart, or begin anew with --force"};
    }
}

void set_aside(const fs::path& folder)
{
    move_staging(folder);
    const std::vector<fs::path> checkpoints = own_checkpoints(folder);
    const fs::path moving = folder / moving_name;
    if (!checkpoints.empty() && !name_exists(moving)) {
        make_folder(moving);
    }
    for (const fs::path& one : checkpoints) {
        rename_path(one, moving / one.filename());
    }
    if (name_exists(moving)) {
        complete_move(folder);
    }
}

void take_back(const fs::path& folder)
{
    const fs::path moving = folder / moving_name;
    if (name_exists(moving)) {
        if (!is_folder(moving)) {
            throw could_not_write(moving, EEXIST);
        }
        undo_move(folder);
    }
    const fs::path replaced = newest_with_checkpoints(folder);
    if (replaced.empty() || !own_checkpoints(folder).empty()) {
        return;
    }
    set_aside(folder);
    rename_path(replaced, moving);
    undo_move(folder);
}

void remove_set_aside(const fs::path& folder)
{
    std::vector<fs::path> all = replaced_in(folder);
    all.push_back(folder / moving_name);
    std::ranges::for_each(all, remove_replaced);
}

}  // namespace tobiuo
