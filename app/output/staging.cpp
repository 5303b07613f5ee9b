// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/staging.hpp"

#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/manifest.hpp"
#include "app/pattern.hpp"
#include "app/printable.hpp"

namespace tobiuo {
namespace {

/// The files that a run may write, besides those of which there are many; those of a run that ended
/// before its manifest have these names.
constexpr std::array<const char*, 18> result_names{"case.resolved.yaml",
                                                   "history.csv",
                                                   "report.json",
                                                   "report.html",
                                                   "summary.txt",
                                                   "p.png",
                                                   "flow.png",
                                                   "p.vti",
                                                   "p.vtr",
                                                   "p.pvti",
                                                   "p.pvtr",
                                                   "lines.csv",
                                                   "probes.csv",
                                                   "results.pvd",
                                                   "statistics.csv",
                                                   "spectra.csv",
                                                   "flow_means.vti",
                                                   "flow_means.vtr"};
/// The name of the earlier run's manifest while the new results are being moved.
constexpr const char* earlier_name = "earlier.json";

/// Whether it is the name of the fields of one of several ranks, of those of a flow at a time, or
/// of a picture or a series that a case names.
bool is_one_of_many(const std::string& name)
{
    return matches(name,
                   "(p|flow)_[0-9]+[.]vt[ir]|flow_[A-Za-z0-9_-]{1,64}(_[0-9]{5,}[.]vt[ir]|[.]png|"
                   "[.]pvd)");
}

/// The names of results, and of those in `folder` of which there are many.
std::vector<std::string> results_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names{result_names.begin(), result_names.end()};
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (is_one_of_many(name)) {
            names.push_back(name);
        }
    }
    return names;
}

bool is_there(const std::filesystem::path& path)
{
    std::error_code unknown;
    return std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0) {
        throw could_not_write(to, errno);
    }
}

/// Removes an earlier file. A failure is ignored, because the new results are complete.
void remove_earlier(const std::filesystem::path& file)
{
    if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
        spdlog::warn("'{}' is of an earlier run and could not be removed ({}): remove it",
                     file.string(), std::generic_category().message(errno));
    }
}

void remove_earlier_files(const std::filesystem::path& folder, const Manifest& news)
{
    std::vector<std::string> names = results_in(folder);
    if (const auto earlier = read_manifest(staging_in(folder) / earlier_name, folder)) {
        names.insert(names.end(), earlier->files.begin(), earlier->files.end());
    }
    for (const std::string& name : names) {
        if (std::ranges::find(news.files, name) == news.files.end()) {
            remove_earlier(folder / name);
        }
    }
}

/// Removes the files in the staging folder, which are regular files only.
void clear_staging(const std::filesystem::path& staging)
{
    std::error_code error;
    for (std::filesystem::directory_iterator entry{staging, error}, end; !error && entry != end;
         entry.increment(error)) {
        if (::unlink(entry->path().c_str()) != 0) {
            throw could_not_write(entry->path(), errno);
        }
    }
}

/// Removes the staging folder and the files in it.
void remove_staging(const std::filesystem::path& folder)
{
    const std::filesystem::path staging = staging_in(folder);
    clear_staging(staging);
    if (::rmdir(staging.c_str()) != 0 && errno != ENOENT) {
        throw could_not_write(staging, errno);
    }
}

/// Puts those files of `names` that are in `folder` only into the staging folder, too. Returns the
/// names of all that are there then.
std::vector<std::string> stage_earlier(const std::filesystem::path& folder,
                                       const std::vector<std::string>& names)
{
    std::vector<std::string> staged;
    for (const std::string& name : names) {
        const std::filesystem::path to = staging_in(folder) / name;
        const std::filesystem::path from = folder / name;
        std::error_code error;
        if (!is_there(to) && std::filesystem::is_regular_file(from, error)) {
            std::filesystem::create_hard_link(from, to, error);
            if (error) {  // not every file system has links
                write_atomically(to, [&](const std::filesystem::path& temporary) {
                    std::filesystem::copy_file(from, temporary,
                                               std::filesystem::copy_options::overwrite_existing);
                });
            }
        }
        if (is_there(to)) {
            staged.push_back(name);
        }
    }
    return staged;
}

/// Moves all files that the manifest names, except those that an earlier call has moved.
void move_files(const std::filesystem::path& folder, const Manifest& news,
                const std::function<void(std::string_view step)>& reached)
{
    for (const std::string& name : news.files) {
        const std::filesystem::path staged = staging_in(folder) / name;
        if (is_there(staged) || !is_there(folder / name)) {
            check_replaceable(folder / name);
            rename_file(staged, folder / name);
            reached("a file is moved");
        }
    }
}

}  // namespace

std::filesystem::path staging_in(const std::filesystem::path& folder)
{
    return folder / ".unfinished";
}

void check_result_names(const std::filesystem::path& folder)
{
    for (const std::string& name : results_in(folder)) {
        check_replaceable(folder / name);
    }
}

void sync_staged(const std::filesystem::path& folder)
{
    const std::filesystem::path staging = staging_in(folder);
    std::error_code error;
    for (std::filesystem::directory_iterator entry{staging, error}, end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown) &&
            !entry->path().filename().string().starts_with('.')) {
            sync_file(entry->path());
        }
    }
    if (is_there(staging)) {
        sync_folder(staging);
    }
}

void write_staged(const std::filesystem::path& folder, const std::string& name,
                  const std::function<void(const std::filesystem::path& path)>& write)
{
    try {
        const SyncLater together;
        write(staging_in(folder) / name);
    } catch (const OutputError& error) {
        std::string text = error.what();
        const std::string staged = printable((staging_in(folder) / "").string());
        if (const auto at = text.find(staged); at != std::string::npos) {
            text.replace(at, staged.size(), printable((folder / "").string()));
        }
        throw OutputError{text};
    }
}

bool results_are_whole(const std::filesystem::path& folder)
{
    return is_there(folder / manifest_name) && !is_there(staging_in(folder));
}

void finish_publishing(const std::filesystem::path& folder)
{
    const std::filesystem::path staging = staging_in(folder);
    struct stat status = {};
    if (::lstat(staging.c_str(), &status) != 0) {
        return;
    }
    if (!S_ISDIR(status.st_mode)) {
        throw could_not_write(staging, EEXIST);
    }
    if (is_there(staging / manifest_name)) {
        publish(folder);
        spdlog::info("'{}' holds the results of a run that was ended while it moved them there",
                     folder.string());
    } else if (is_there(staging / earlier_name) && is_there(folder / manifest_name)) {
        remove_staging(folder);  // all was moved: only the earlier manifest was left to remove
    }
}

std::vector<std::string> begin_staging(const std::filesystem::path& folder, const KeptResults& kept)
{
    take_back(folder);
    if (!kept) {
        set_aside(folder);
    }
    const std::filesystem::path staging = staging_in(folder);
    if (::mkdir(staging.c_str(), 0777) != 0 && errno != EEXIST) {
        throw could_not_write(staging, errno);
    }
    return stage_earlier(folder, kept.value_or(std::vector<std::string>{}));
}

void publish(const std::filesystem::path& folder,
             const std::function<void(std::string_view step)>& reached)
{
    const std::filesystem::path staging = staging_in(folder);
    const std::optional<Manifest> news = read_manifest(staging / manifest_name, staging);
    if (!news) {
        throw could_not_write(staging / manifest_name, ENOENT);
    }
    reached("nothing is moved");
    if (is_there(folder / manifest_name)) {
        rename_file(folder / manifest_name, staging / earlier_name);
        sync_folder(folder);
        reached("the earlier manifest is away");
    }
    move_files(folder, *news, reached);
    remove_earlier_files(folder, *news);
    remove_set_aside(folder);
    sync_folder(folder);
    reached("the earlier files are removed");
    rename_file(staging / manifest_name, folder / manifest_name);
    sync_folder(folder);
    reached("the manifest is there");
    remove_staging(folder);
}

void abandon_staging(const std::filesystem::path& folder)
{
    const std::filesystem::path staging = staging_in(folder);
    if (is_there(staging / manifest_name)) {
        return;  // complete: the next run moves the remaining files
    }
    std::error_code nobody_left_to_tell;
    const bool earlier = is_there(folder / manifest_name);
    for (const std::string& name : results_in(staging)) {
        if (!earlier && is_there(staging / name)) {
            std::filesystem::rename(staging / name, folder / name, nobody_left_to_tell);
        }
    }
    std::filesystem::remove(staging, nobody_left_to_tell);
    if (is_there(staging)) {
        spdlog::warn("what was written before the error is in '{}' until the next run",
                     staging.string());
    }
    try {
        take_back(folder);
    } catch (const std::exception& error) {  // the error that ended the run is told all the same
        spdlog::warn("{}", error.what());
    }
}

}  // namespace tobiuo
