// The folder of one run: refuse to overwrite, write files, close with a manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo {

/// <directory>/<name>/ of one run. Results are complete when manifest.json is there: it is written
/// last. Until begin() an earlier run in the folder stays as it is.
class RunFolder {
public:
    /// Creates the folder (and its parents) and proves that it can be written to. Throws
    /// InputError if results with a manifest are there and not `force`, OutputError if the folder
    /// cannot be used.
    RunFolder(std::filesystem::path folder, bool force);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    /// Removes what the constructor created if nothing was written into it.
    ~RunFolder();

    /// Removes the files that the manifest of an earlier run names, the manifest first: call it
    /// when there are results to write.
    void begin();

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

    /// Writes `name` through `write` (which gets the final path and writes atomically) and
    /// notes it for the manifest.
    void add(const std::string& name,
             const std::function<void(const std::filesystem::path& path)>& write);
    void add_text(const std::string& name, std::string_view text);

    /// Writes manifest.json: schema version, the run's status ("done", "interrupted", ...), and for
    /// every file its size in bytes and SHA-256.
    void finish(std::string_view status);

private:
    std::filesystem::path folder_;
    std::vector<std::filesystem::path> created_;  ///< folders, the deepest first
    std::vector<std::string> files_;
};

/// SHA-256 of a file, 64 lower-case hexadecimal digits. Throws OutputError if it cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

/// The ParaView collection that opens `file` at `time`: the text of results.pvd.
[[nodiscard]] std::string pvd_text(std::string_view file, double time);

/// Bytes free for this user on the file system that will hold `folder` (which may not exist yet).
[[nodiscard]] std::int64_t free_bytes(const std::filesystem::path& folder);

}  // namespace tobiuo
