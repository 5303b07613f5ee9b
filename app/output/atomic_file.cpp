// Whole-or-nothing files over POSIX: each call whose failure loses data is checked.
#include "app/output/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>

namespace tobiuo {
namespace {

/// One open file; the descriptor of a failed open never becomes an owner.
class Descriptor {
public:
    Descriptor(const std::filesystem::path& path, int flags, const std::filesystem::path& blamed)
        : number_{::open(path.c_str(), flags | O_CLOEXEC, 0666)}
    {
        if (number_ < 0) {
            throw could_not_write(blamed, errno);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (number_ >= 0) {
            ::close(number_);
        }
    }

    [[nodiscard]] int number() const { return number_; }
    /// For writers: close() may be the first to tell of an error (NFS, quotas).
    [[nodiscard]] int close() { return ::close(std::exchange(number_, -1)); }

private:
    int number_;
};

/// Removes the temporary file unless it has been renamed away.
class TemporaryName {
public:
    explicit TemporaryName(const std::filesystem::path& path)
    {
        std::string name{"."};
        name += path.filename().string();
        name += '.';
        name += std::to_string(::getpid());
        name += ".tmp";
        path_ = path.parent_path() / name;
    }
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName()
    {
        std::error_code nobody_left_to_tell;
        std::filesystem::remove(path_, nobody_left_to_tell);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

void write_all(int file, std::string_view text, const std::filesystem::path& blamed)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            throw could_not_write(blamed, errno);
        }
        if (written > 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
}

void sync(const std::filesystem::path& path, int flags, const std::filesystem::path& blamed)
{
    const Descriptor file{path, O_RDONLY | flags, blamed};
    // Some file systems cannot sync a folder and say EINVAL: the rename has happened all the same.
    if (::fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) {
        throw could_not_write(blamed, errno);
    }
}

std::string_view cure_of(int error_number)
{
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "free some space or choose another folder with --output";
        case EFBIG:
            return "raise the file-size limit (ulimit -f) or choose another folder with --output";
        case EACCES:
        case EPERM:
        case EROFS:
            return "get permission to write there or choose another folder with --output";
        case EISDIR:
            return "move that folder away or choose another one with --output";
        default:
            return "choose another folder with --output";
    }
}

OutputError sentence(const std::filesystem::path& path, std::string_view reason,
                     std::string_view cure)
{
    std::string text{"could not write '"};
    text.append(path.string()).append("' (").append(reason).append("): ").append(cure);
    return OutputError{text};
}

/// A rename replaces anything but a folder, be it /dev/null: only files and nothing may give way.
void check_replaceable(const std::filesystem::path& path)
{
    std::error_code unknown;
    const std::filesystem::file_status status = std::filesystem::status(path, unknown);
    if (path.filename().empty() || std::filesystem::is_directory(status)) {
        throw could_not_write(path, EISDIR);
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        throw sentence(path, "it is there and not a regular file", cure_of(0));
    }
}

}  // namespace

OutputError could_not_write(const std::filesystem::path& path, int error_number)
{
    return sentence(path, std::generic_category().message(error_number), cure_of(error_number));
}

void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write)
{
    check_replaceable(path);
    std::error_code unknown;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::is_directory(folder, unknown)) {
        throw could_not_write(path, std::filesystem::exists(folder, unknown) ? ENOTDIR : ENOENT);
    }
    const TemporaryName temporary{path};
    write(temporary.path());
    sync(temporary.path(), 0, path);
    if (::rename(temporary.path().c_str(), path.c_str()) != 0) {
        throw could_not_write(path, errno);
    }
    sync(folder, O_DIRECTORY, path);
}

void write_text(const std::filesystem::path& path, std::string_view text)
{
    write_atomically(path, [&](const std::filesystem::path& temporary) {
        Descriptor file{temporary, O_WRONLY | O_CREAT | O_TRUNC, path};
        write_all(file.number(), text, path);
        if (file.close() != 0) {
            throw could_not_write(path, errno);
        }
    });
}

}  // namespace tobiuo
