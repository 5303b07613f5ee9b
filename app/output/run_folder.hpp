// The folder of one run: refuse to overwrite, keep others out, write files, close with a manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/folder_lock.hpp"

namespace tobiuo {

/// <directory>/<name>/ of one run, locked against others from the constructor to the destructor.
///
/// Results are complete where manifest.json is: they are written into a hidden folder beside those
/// of an earlier run, which stay as they are until finish() has all new ones to take their place.
class RunFolder {
public:
    /// Creates the folder (and its parents), locks it and proves that it can be written to. Throws
    /// InputError if another run is at work there, if results with a manifest are there and not
    /// `force`, or if their manifest is damaged; OutputError if the folder cannot be used.
    RunFolder(std::filesystem::path folder, bool force);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    /// Removes what the constructor created if nothing was written. Without finish(), what was
    /// written stays, without a manifest.
    ~RunFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

    /// Writes `name` through `write` (which gets the path and writes atomically) and notes it for
    /// the manifest.
    void add(const std::string& name,
             const std::function<void(const std::filesystem::path& path)>& write);
    void add_text(const std::string& name, std::string_view text);

    /// Puts the results in place and manifest.json last: schema version, the run's status ("done",
    /// "interrupted", ...), and for every file its size in bytes and SHA-256.
    void finish(std::string_view status);

private:
    void take_lock();
    void prepare(bool force);
    void give_up();
    void naming_the_folder(const std::function<void()>& action) const;

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> created_;  ///< folders, the deepest first
    std::vector<std::string> files_;
    std::unique_ptr<FolderLock> lock_;
    bool staged_ = false;  ///< the staging folder is there
};

/// SHA-256 of a file, 64 lower-case hexadecimal digits. Throws OutputError if it cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

/// The ParaView collection that opens `file` at `time`: the text of results.pvd.
[[nodiscard]] std::string pvd_text(std::string_view file, double time);

/// Bytes free for this user on the file system that will hold `folder` (which may not exist yet).
[[nodiscard]] std::int64_t free_bytes(const std::filesystem::path& folder);

}  // namespace tobiuo
