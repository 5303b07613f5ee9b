// SPDX-License-Identifier: BSD-3-Clause
// Writes files completely or not at all, over POSIX: each call whose failure loses data is checked.
#include "app/output/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "app/pattern.hpp"
#include "app/printable.hpp"

namespace tobiuo {
namespace {

/// How many objects of SyncLater this thread has.
thread_local int syncs_later = 0;

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
    /// Closes the file. close() may be the first to report an error of writing (NFS, quotas).
    [[nodiscard]] int close() { return ::close(std::exchange(number_, -1)); }

private:
    int number_;
};

/// A name that nobody can foresee, so that nobody can place a link or a pipe there.
std::string unforeseeable_name()
{
    std::array<unsigned char, 8> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0) {
        throw std::system_error{errno, std::generic_category(), "no random numbers"};
    }
    std::string name{".tobiuo-"};
    for (const unsigned char byte : bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        name += digits[byte >> 4U];
        name += digits[byte & 15U];
    }
    return name + ".tmp";
}

/// Takes the lock that says that the process which writes the file is alive: the kernel releases
/// it when that dies. False if another process has it.
bool try_lock(const Descriptor& file)
{
    int failed = 0;
    do {
        failed = ::flock(file.number(), LOCK_EX | LOCK_NB);
    } while (failed != 0 && errno == EINTR);
    return failed == 0;
}

/// Whether a process that was looking for dead files has removed this one.
bool is_removed(const Descriptor& file)
{
    struct stat status = {};
    return ::fstat(file.number(), &status) == 0 && status.st_nlink == 0;
}

/// A new empty file beside `path`; it is removed at the end unless it has been renamed. It is
/// locked, see remove_dead_temporaries().
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& path)
    {
        constexpr int patience = 10;
        for (int tries = 0; tries < patience; ++tries) {
            path_ = path.parent_path() / unforeseeable_name();
            file_ =
                std::make_unique<Descriptor>(path_, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, path);
            const bool taken = !try_lock(*file_) && errno == EWOULDBLOCK;
            if (!taken && !is_removed(*file_)) {
                return;
            }
        }
        throw could_not_write(path, EBUSY);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile()
    {
        std::error_code nobody_left_to_tell;
        std::filesystem::remove(path_, nobody_left_to_tell);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    std::unique_ptr<Descriptor> file_;  ///< holds the lock
};

std::filesystem::path folder_of(const std::filesystem::path& path)
{
    return path.has_parent_path() ? path.parent_path() : ".";
}

/// The path, of which was checked that it can be written.
const std::filesystem::path& checked(const std::filesystem::path& path)
{
    check_replaceable(path);
    std::error_code unknown;
    const std::filesystem::path folder = folder_of(path);
    if (!std::filesystem::is_directory(folder, unknown)) {
        throw could_not_write(path, std::filesystem::exists(folder, unknown) ? ENOTDIR : ENOENT);
    }
    return path;
}

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
    // Some file systems cannot sync a folder and return EINVAL; the rename has happened
    // nevertheless.
    if (::fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) {
        throw could_not_write(blamed, errno);
    }
}

void fill(const TemporaryFile& temporary, std::string_view text,
          const std::filesystem::path& blamed)
{
    Descriptor file{temporary.path(), O_WRONLY | O_NOFOLLOW, blamed};
    write_all(file.number(), text, blamed);
    if (file.close() != 0) {
        throw could_not_write(blamed, errno);
    }
}

void put_in_place(const std::filesystem::path& temporary, const std::filesystem::path& path)
{
    if (syncs_later == 0) {
        sync(temporary, O_NOFOLLOW, path);
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        throw could_not_write(path, errno);
    }
    if (syncs_later == 0) {
        sync(folder_of(path), O_DIRECTORY, path);
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
    text.append(printable(path.string())).append("' (").append(reason).append("): ").append(cure);
    return OutputError{text};
}

}  // namespace

OutputError could_not_write(const std::filesystem::path& path, int error_number)
{
    return sentence(path, std::generic_category().message(error_number), cure_of(error_number));
}

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

SyncLater::SyncLater()
{
    ++syncs_later;
}

SyncLater::~SyncLater()
{
    --syncs_later;
}

void begin_to_sync(const std::filesystem::path& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file >= 0) {
        static_cast<void>(::sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE));
        ::close(file);
    }
}

void sync_file(const std::filesystem::path& path)
{
    sync(path, O_NOFOLLOW, path);
}

void sync_folder(const std::filesystem::path& folder)
{
    sync(folder, O_DIRECTORY, folder);
}

void remove_dead_temporaries(const std::filesystem::path& folder)
{
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        if (!matches(entry->path().filename().string(), "[.]tobiuo-[0-9a-f]{16}[.]tmp") ||
            !std::filesystem::is_regular_file(entry->symlink_status(unknown))) {
            continue;
        }
        try {
            const Descriptor file{entry->path(), O_RDWR | O_NOFOLLOW | O_NONBLOCK, entry->path()};
            if (try_lock(file)) {
                ::unlink(entry->path().c_str());
            }
        } catch (const OutputError&) {  // it is another user's, or gone
        }
    }
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_{std::move(path)}
{
    const auto file = std::make_shared<const TemporaryFile>(checked(path_));
    temporary_ = file->path();
    owner_ = file;
}

void AtomicFile::put_in_place()
{
    std::error_code gone;
    const auto size = std::filesystem::file_size(temporary(), gone);
    if (gone || size == 0) {
        throw sentence(path_, "nothing was written", cure_of(0));
    }
    tobiuo::put_in_place(temporary_, path_);
}

void write_at(const std::filesystem::path& path, std::uintmax_t place,
              std::span<const std::byte> bytes, const std::filesystem::path& blamed)
{
    Descriptor file{path, O_WRONLY | O_NOFOLLOW, blamed};
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(place));
        if (written < 0 && errno != EINTR) {
            throw could_not_write(blamed, errno);
        }
        if (written > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            place += static_cast<std::uintmax_t>(written);
        }
    }
    if ((syncs_later == 0 && ::fsync(file.number()) != 0) || file.close() != 0) {
        throw could_not_write(blamed, errno);
    }
}

void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write)
{
    AtomicFile file{path};
    write(file.temporary());
    file.put_in_place();
}

void write_text(const std::filesystem::path& path, std::string_view text)
{
    const TemporaryFile temporary{checked(path)};
    fill(temporary, text, path);
    put_in_place(temporary.path(), path);
}

void prove_writable(const std::filesystem::path& path)
{
    fill(TemporaryFile{checked(path)}, "tobiuo\n", path);
}

}  // namespace tobiuo
