// SPDX-License-Identifier: BSD-3-Clause
// One run's folder: its lock, its checks and its staging.
#include "app/output/run_folder.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <future>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/manifest.hpp"
#include "app/output/staging.hpp"
#include "app/printable.hpp"
#include "app/wording.hpp"
#include "runtime/device/digest.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

/// Creates `folder` and its parents, or throws with the error that prevented it. Returns those that
/// did not exist, the deepest first.
std::vector<std::filesystem::path> create(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> created;
    for (auto missing = std::filesystem::absolute(folder, error);
         !std::filesystem::exists(missing, error) && missing.has_relative_path();
         missing = missing.parent_path()) {
        created.push_back(missing);
    }
    std::filesystem::create_directories(folder, error);
    if (error) {
        throw could_not_write(folder, error.value());
    }
    if (!std::filesystem::is_directory(folder, error)) {
        throw could_not_write(folder, ENOTDIR);
    }
    return created;
}

OutputError could_not_read(const std::filesystem::path& path, std::string_view reason)
{
    std::string text{"could not read back '"};
    text.append(path.string()).append("' (").append(reason);
    return OutputError{text + "): check the disk or choose another folder with --output"};
}

}  // namespace

RunFolder::RunFolder(std::filesystem::path folder, bool force, const KeptResults& kept)
    : folder_{std::move(folder)}, force_{force}
{
    refuse_earlier(kept);  // before anything is created or locked
    try {
        take_lock();
        prepare(kept);
    } catch (...) {
        give_up();
        throw;
    }
}

RunFolder::~RunFolder()
{
    give_up();
}

/// Makes and locks the folder. Another run that made it too may remove it in between.
void RunFolder::take_lock()
{
    constexpr int patience = 100;
    for (int tries = 0; lock_ == nullptr && tries < patience; ++tries) {
        const auto created = create(folder_);
        created_.insert(created_.begin(), created.begin(), created.end());
        lock_ = FolderLock::take(folder_);
    }
    if (lock_ == nullptr) {
        throw could_not_write(folder_, ENOENT);
    }
}

/// Checks everything that writing needs: a run that fails to write after hours is worse than one
/// that refuses to start.
void RunFolder::prepare(const KeptResults& kept)
{
    write_staged(folder_, "probe", [&](const std::filesystem::path& probe) {
        finish_publishing(folder_);
        refuse_earlier(kept);
        check_result_names(folder_);
        remove_dead_temporaries(folder_);
        remove_dead_temporaries(staging_in(folder_));
        staged_ = true;
        files_ = begin_staging(folder_, kept);
        prove_writable(probe);
    });
}

void RunFolder::refuse_earlier(const KeptResults& kept) const
{
    const std::optional<Manifest> earlier = read_manifest(folder_ / manifest_name, folder_);
    if (earlier && !force_) {
        throw InputError{Position{.source = folder_.string()},
                         "the results of an earlier run (" + printable(earlier->status) +
                             ") are here: replace them with --force or choose another folder "
                             "with --output"};
    }
    refuse_unfinished(folder_, force_ || kept);
}

void RunFolder::give_up()
{
    if (staged_) {
        abandon_staging(folder_);
    }
    lock_.reset();
    for (const std::filesystem::path& folder : created_) {
        std::error_code not_empty;
        std::filesystem::remove(folder, not_empty);
    }
}

void RunFolder::add(const std::string& name,
                    const std::function<void(const std::filesystem::path& path)>& write)
{
    const std::filesystem::path path = staging_in(folder_) / name;
    const auto start = std::chrono::steady_clock::now();
    write_staged(folder_, name, write);
    const double seconds = seconds_since(start);
    const std::uintmax_t bytes = std::filesystem::file_size(path);
    spdlog::debug("wrote {} ({} bytes, {:.3f} s)", name, bytes, seconds);
    so_far_.bytes += bytes;
    so_far_.seconds += seconds;
    hashed_.erase(name);
    list(name);
}

bool RunFolder::has(const std::string& name) const
{
    return std::ranges::find(files_, name) != files_.end();
}

void RunFolder::list(const std::string& name)
{
    if (!has(name)) {
        files_.push_back(name);
    }
}

void RunFolder::add_written(const ListedFile& file)
{
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(staging_in(folder_) / file.name, missing);
    if (missing || bytes != file.bytes) {
        throw could_not_read(folder_ / file.name,
                             missing ? missing.message() : "it has not the size that was written");
    }
    list(file.name);
    hashed_[file.name] = file;
    so_far_.bytes += file.bytes;
}

void RunFolder::add_text(const std::string& name, std::string_view text)
{
    add(name, [&](const std::filesystem::path& path) { write_text(path, text); });
}

void RunFolder::finish(std::string_view status)
{
    write_staged(folder_, std::string{manifest_name}, [&](const std::filesystem::path& path) {
        write_text(path, manifest_text(listed_files(), status));
        sync_file(path);
        sync_folder(path.parent_path());
    });
    publish(folder_);
    staged_ = false;
}

void RunFolder::hash()
{
    for (const ListedFile& one : listed_files()) {
        hashed_[one.name] = one;
    }
}

std::vector<ListedFile> RunFolder::listed_files() const
{
    std::vector<ListedFile> files(files_.size());
    std::exception_ptr failure;
    // A thread reads and hashes about as fast as a disk gives and takes.
#pragma omp parallel for schedule(dynamic)
    for (std::size_t n = 0; n < files.size(); ++n) {
        try {
            const auto hashed = hashed_.find(files_[n]);
            files[n] =
                hashed != hashed_.end() ? hashed->second : listed(staging_in(folder_), files_[n]);
        } catch (...) {
#pragma omp critical
            failure = std::current_exception();
        }
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return files;
}

std::string sha256_of_file(const std::filesystem::path& path)
{
    try {
        const InputFile file = InputFile::named(path);
        device::Sha256 sum;
        constexpr std::size_t most = std::size_t{4} << 20U;
        constexpr std::size_t least = std::size_t{64} << 10U;
        std::string block(std::clamp<std::uintmax_t>(file.bytes() + 1, least, most), '\0');
        std::string next(block.size(), '\0');
        std::uintmax_t offset = 0;
        std::size_t count = file.read(block, offset);
        while (count > 0) {
            offset += count;
            // Another thread reads while this one sums; at the end of the file there is no need.
            const auto launch =
                count == most ? std::launch::async | std::launch::deferred : std::launch::deferred;
            std::future<std::size_t> reading =
                std::async(launch, [&] { return file.read(next, offset); });
            sum.update(std::string_view{block}.substr(0, count));
            count = reading.get();
            block.swap(next);
        }
        return sum.finish();
    } catch (const Unreadable& reason) {
        throw could_not_read(path, reason.what());
    }
}

std::string pvd_text(std::span<const TimedFile> files)
{
    std::string text =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
        "  <Collection>\n";
    for (const TimedFile& one : files) {
        text += "    <DataSet timestep=\"" + shortest(one.time) +
                "\" group=\"\" part=\"0\" file=\"" + xml_escaped(one.file) + "\"/>\n";
    }
    return text +
           "  </Collection>\n"
           "</VTKFile>\n";
}

std::string pvd_text(std::string_view file, double time)
{
    return pvd_text(std::array{TimedFile{.file = std::string{file}, .time = time}});
}

std::int64_t free_bytes(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::path existing = std::filesystem::absolute(folder, error);
    while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) {
        existing = existing.parent_path();
    }
    const std::filesystem::space_info space = std::filesystem::space(existing, error);
    if (error) {
        throw could_not_write(folder, error.value());
    }
    constexpr auto most = std::uintmax_t{std::numeric_limits<std::int64_t>::max()};
    return static_cast<std::int64_t>(std::min(space.available, most));
}

}  // namespace tobiuo
