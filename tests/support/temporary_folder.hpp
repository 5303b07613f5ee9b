// SPDX-License-Identifier: BSD-3-Clause
// A folder that lives as long as a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace tobiuo::test {

/// A new empty folder in the system's folder for temporary files; it is removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "tobiuo-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error{"could not make a temporary folder like " + name};
        }
        path_ = std::filesystem::canonical(name);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;  // the system cleans up leftovers
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Writes `text` to the file `name`, makes missing folders and returns the file's path.
    std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const
    {
        std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream stream{file, std::ios::binary};
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!stream.flush()) {
            throw std::runtime_error{"could not write " + file.string()};
        }
        return file;
    }

private:
    std::filesystem::path path_;
};

}  // namespace tobiuo::test
