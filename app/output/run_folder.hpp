// SPDX-License-Identifier: BSD-3-Clause
// The folder of one run: refuses to overwrite, keeps others out, writes files, ends with a
// manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/folder_lock.hpp"
#include "app/output/manifest.hpp"
#include "app/output/staging.hpp"

namespace tobiuo {

/// What was written of the results of a run, and how long that took, be it beside its steps.
struct Written {
    std::uintmax_t bytes{};
    double seconds{};
};

/// The folder <directory>/<name>/ of one run, locked against others from constructor to destructor.
///
/// Results are complete if manifest.json exists: they are written into a hidden folder beside those
/// of an earlier run, which stay unchanged until finish() has all new ones to replace them.
class RunFolder {
public:
    /// Creates the folder (and its parents), locks it and proves that it can be written to. Throws
    /// InputError if another run works there, if results with a manifest exist and not `force`, or
    /// if their manifest is damaged; if a run that did not end has left checkpoints, and this one
    /// neither goes on nor has `force`; OutputError if the folder cannot be used. A folder that is
    /// refused stays as it was.
    ///
    /// Files that are called as in `kept` become results of a run that goes on, too, if they are
    /// there, be it among finished results or not. What a run that begins anew replaces stays until
    /// its own results are whole.
    RunFolder(std::filesystem::path folder, bool force, const KeptResults& kept = std::nullopt);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    /// Removes what the constructor created if nothing was written. Without finish(), written files
    /// stay, without a manifest.
    ~RunFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
    /// Whether `name` is a result of this run so far.
    [[nodiscard]] bool has(const std::string& name) const;

    /// Writes `name` by `write` (which gets the path and writes atomically) and notes it for the
    /// manifest.
    void add(const std::string& name,
             const std::function<void(const std::filesystem::path& path)>& write);
    void add_text(const std::string& name, std::string_view text);

    /// Notes a file for the manifest that another process has written by write_staged(). Throws
    /// OutputError if it is not here with as many bytes.
    void add_written(const ListedFile& file);
    /// Adds the seconds that other processes took to write what was noted.
    void add_seconds(double seconds) { so_far_.seconds += seconds; }

    /// Reads and hashes the files that are there for the manifest, so that finish() need not.
    void hash();

    /// What was written so far.
    [[nodiscard]] const Written& written() const { return so_far_; }

    /// Moves the results into place, manifest.json last. It has the schema version, the run's
    /// status ("done", "interrupted", ...), and the size in bytes and SHA-256 of every file.
    void finish(std::string_view status);

private:
    void take_lock();
    void prepare(const KeptResults& kept);
    void refuse_earlier(const KeptResults& kept) const;
    void give_up();
    void list(const std::string& name);
    /// The files of the manifest, which are on the disk then.
    [[nodiscard]] std::vector<ListedFile> listed_files() const;

    std::filesystem::path folder_;
    bool force_;
    std::vector<std::filesystem::path> created_;  ///< folders, the deepest first
    std::vector<std::string> files_;              ///< in the order of the manifest
    std::map<std::string, ListedFile> hashed_;    ///< files whose line of the manifest is known
    Written so_far_;
    std::unique_ptr<FolderLock> lock_;
    bool staged_ = false;  ///< whether the staging folder exists
};

/// The SHA-256 of a file, 64 lower-case hexadecimal digits. Throws OutputError if it cannot be
/// read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

/// A file of fields at a time, or the index of files that are pieces of them.
struct TimedFile {
    std::string file;
    double time{};
    int pieces = 0;  ///< 0: it has the fields itself
};

/// The text of results.pvd, the ParaView collection that opens each file at its time.
[[nodiscard]] std::string pvd_text(std::span<const TimedFile> files);
[[nodiscard]] std::string pvd_text(std::string_view file, double time);

/// Bytes free for this user on the file system of `folder` (which need not exist yet).
[[nodiscard]] std::int64_t free_bytes(const std::filesystem::path& folder);

}  // namespace tobiuo
