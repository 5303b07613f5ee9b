// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/folder_lock.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/atomic_file.hpp"
#include "app/printable.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

struct Holder {
    pid_t process{};
    std::string host;
    std::string since;
};

/// Reads process, host and start, one in each line; nothing if the file holds anything else.
std::optional<Holder> parse(std::string_view text)
{
    Holder holder;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), holder.process);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || holder.process <= 0 || !text.starts_with('\n')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto middle = text.find('\n');
    if (middle == std::string_view::npos || !text.ends_with('\n') || middle + 1 == text.size()) {
        return std::nullopt;
    }
    holder.host = text.substr(0, middle);
    holder.since = text.substr(middle + 1, text.size() - middle - 2);
    return holder;
}

std::optional<Holder> read_holder(int descriptor)
{
    std::array<char, 512> bytes{};
    const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    return count > 0 ? parse({bytes.data(), static_cast<std::size_t>(count)}) : std::nullopt;
}

/// Whether the holder is a killed run, whose lines stay until its successor has written its own.
bool is_dead(const Holder& holder)
{
    return holder.host == host_name() && ::kill(holder.process, 0) != 0 && errno == ESRCH;
}

/// The holder in words. A run writes its lines right after taking the lock, so they may be a moment
/// late.
std::string describe_holder(int descriptor)
{
    constexpr int patience = 20;
    for (int tries = 0; tries < patience; ++tries) {
        const std::optional<Holder> holder = read_holder(descriptor);
        if (holder && !is_dead(*holder)) {
            return " (process " + std::to_string(holder->process) + " on " +
                   in_quotes(holder->host) + ", since " + in_quotes(holder->since) + ")";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    return "";
}

InputError taken(const std::filesystem::path& folder, int descriptor)
{
    return InputError{Position{.source = folder.string()},
                      "another run" + describe_holder(descriptor) +
                          " is at work in this folder: wait for its end or choose another folder "
                          "with --output"};
}

/// Whether a run made the file, so that it may be written: a regular file of one name, for to write
/// would change what has another name, too, that is empty or holds what a run writes there.
bool is_lock_file(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1 &&
           (status.st_size == 0 || read_holder(descriptor));
}

OutputError not_a_lock(const std::filesystem::path& file)
{
    return OutputError{"could not write '" + printable(file.string()) +
                       "' (it is there, and is not what a run writes there, or has another name, "
                       "too): move it away or choose another folder with --output"};
}

bool has_no_locks(int error_number)
{
    return error_number == ENOLCK || error_number == ENOSYS || error_number == EOPNOTSUPP ||
           error_number == EINVAL;
}

}  // namespace

std::unique_ptr<FolderLock> FolderLock::take(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / ".lock";
    const int descriptor =
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (descriptor < 0 && errno == ENOENT) {
        return nullptr;
    }
    if (descriptor < 0) {
        throw could_not_write(file, errno);
    }
    std::unique_ptr<FolderLock> lock{new FolderLock{file, descriptor}};
    int failed = 0;
    do {
        failed = ::flock(descriptor, LOCK_EX | LOCK_NB);
    } while (failed != 0 && errno == EINTR);
    if (failed != 0 && !has_no_locks(errno)) {
        lock->file_.clear();
        throw taken(folder, descriptor);
    }
    if (!is_lock_file(descriptor)) {
        lock->file_.clear();
        throw not_a_lock(file);
    }
    if (failed != 0) {
        spdlog::warn(
            "the file system of '{}' has no locks: make sure that no other run writes there",
            folder.string());
    } else if (!lock->is_current()) {
        lock->file_.clear();
        return nullptr;
    }
    lock->write_holder();
    return lock;
}

FolderLock::FolderLock(std::filesystem::path file, int descriptor)
    : file_{std::move(file)}, descriptor_{descriptor}
{
}

FolderLock::~FolderLock()
{
    if (!file_.empty()) {
        ::unlink(file_.c_str());
    }
    ::close(descriptor_);
}

bool FolderLock::is_current() const
{
    struct stat held = {};
    struct stat named = {};
    return ::fstat(descriptor_, &held) == 0 && ::lstat(file_.c_str(), &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

void FolderLock::write_holder() const
{
    const std::string text =
        std::to_string(::getpid()) + "\n" + host_name() + "\n" + utc_now() + "\n";
    if (::ftruncate(descriptor_, 0) != 0 ||
        ::pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        throw could_not_write(file_, errno);
    }
}

}  // namespace tobiuo
