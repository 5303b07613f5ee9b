// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/tuning/wisdom_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/device/compile/module_cache.hpp"
#include "runtime/forks.hpp"
#include "runtime/tuning/wisdom_json.hpp"

namespace tobiuo::tuning {
namespace {

/// The largest file that is read; tuning writes far less.
constexpr std::uintmax_t size_limit = 64U << 20U;

std::runtime_error could_not(const std::string& doing, const std::filesystem::path& file,
                             const std::string& reason)
{
    return std::runtime_error{"could not " + doing + " the wisdom '" + file.string() + "' (" +
                              reason + "): name another file with --wisdom or TOBIUO_WISDOM"};
}

std::string reason_of(int error_number)
{
    return std::generic_category().message(error_number);
}

struct Read {
    ParsedWisdom parsed;
    std::vector<std::string> warnings;
};

/// Opens the file once and without waiting, so that the file that was examined is the one that is
/// read, and a pipe is refused. The owner of the file does not matter: wisdom chooses among the
/// kernels of this program, and each choice is checked against the case.
Read read_file(const std::filesystem::path& file)
{
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) {
        return {};
    }
    Read read;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status = {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        read.parsed.refusal = "cannot be read";
    } else if (!S_ISREG(status.st_mode)) {
        read.parsed.refusal = "is not a file";
    } else if (static_cast<std::uintmax_t>(status.st_size) > size_limit) {
        read.parsed.refusal = "is too large";
    } else {
        std::string text(static_cast<std::size_t>(status.st_size), '\0');
        const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
        if (count < 0) {
            read.parsed.refusal = "cannot be read";
        } else {
            text.resize(static_cast<std::size_t>(count));
            read.parsed = parse_wisdom(text);
        }
    }
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    const std::string name = "the wisdom '" + file.string() + "' ";
    if (!read.parsed.refusal.empty()) {
        read.warnings.push_back(name + read.parsed.refusal + ": it is not used");
    }
    for (const std::string& clause : read.parsed.damaged) {
        std::string warning = name;
        warning.append("is not used as a whole: ").append(clause);
        read.warnings.push_back(std::move(warning));
    }
    return read;
}

/// Holds <file>.lock. Where the file system has no locks, it does nothing, and the last writer
/// wins.
class Lock {
public:
    Lock(const std::filesystem::path& file,
         const std::function<void(const std::filesystem::path&)>& waits)
        : name_{file.string() + ".lock"},
          descriptor_{
              ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)}
    {
        try {
            while (descriptor_ >= 0 && !(is_held_ = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) &&
                   (errno == EINTR || errno == EWOULDBLOCK)) {
                constexpr std::chrono::milliseconds moment{50};
                if (waits) {
                    waits(name_);
                }
                std::this_thread::sleep_for(moment);
            }
        } catch (...) {
            ::close(descriptor_);
            throw;
        }
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock()
    {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }

    /// Whether nobody else writes the file now.
    [[nodiscard]] bool is_held() const { return is_held_; }

private:
    std::filesystem::path name_;
    int descriptor_;
    bool is_held_ = false;
};

/// Gives what has this name the next free one: "wisdom.json.unread.1".
void keep_earlier(const std::string& name)
{
    std::error_code error;
    for (int number = 1; std::filesystem::exists(std::filesystem::symlink_status(name, error));
         ++number) {
        const std::string other = name + "." + std::to_string(number);
        if (!std::filesystem::exists(std::filesystem::symlink_status(other, error))) {
            std::filesystem::rename(name, other, error);
            return;
        }
    }
}

/// The beginning of the names of the temporary files of `file`; six letters and ".tmp" follow.
std::string temporary_prefix(const std::filesystem::path& file)
{
    return "." + file.filename().string() + ".";
}

constexpr std::string_view temporary_end = "XXXXXX.tmp";

/// Removes what killed processes have left of `file`, whose lock is held.
void remove_temporaries(const std::filesystem::path& file)
{
    const std::string prefix = temporary_prefix(file);
    std::error_code error;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.size() == prefix.size() + temporary_end.size() && name.starts_with(prefix) &&
            name.ends_with(".tmp")) {
            ::unlink(entry->path().c_str());
        }
    }
}

void write_whole(const std::filesystem::path& file, const std::string& text)
{
    std::string temporary =
        (file.parent_path() / (temporary_prefix(file) + std::string{temporary_end})).string();
    const int descriptor = ::mkstemps(temporary.data(), 4);  // the length of ".tmp"
    if (descriptor < 0) {
        throw could_not("write", file, reason_of(errno));
    }
    // mkstemp() keeps others out; a cache that several users share lets them read.
    static_cast<void>(::fchmod(descriptor, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
    ::close(descriptor);
    std::ofstream stream{temporary, std::ios::binary};
    stream << text;
    stream.close();
    std::error_code error;
    if (stream) {
        std::filesystem::rename(temporary, file, error);
        if (!error) {
            return;
        }
    }
    const std::string reason = error ? error.message() : "the disk may be full";
    std::filesystem::remove(temporary, error);
    throw could_not("write", file, reason);
}

/// The file of use_wisdom_file(); nothing before it is called.
ForkMutex chosen_mutex;
std::optional<std::filesystem::path> chosen_file;

}  // namespace

WisdomOnDisk read_wisdom(const std::filesystem::path& file)
{
    Read read = read_file(file);
    return {.wisdom = std::move(read.parsed.wisdom), .warnings = std::move(read.warnings)};
}

std::vector<std::string> merge_wisdom(
    const std::filesystem::path& file, const Wisdom& news,
    const std::function<void(const std::filesystem::path& lock)>& waits)
{
    if (file.empty()) {
        throw std::runtime_error{
            "there is no place for wisdom (neither HOME nor XDG_CACHE_HOME is set): name a file "
            "with --wisdom or TOBIUO_WISDOM"};
    }
    std::error_code error;
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path().parent_path(), error);
        // The default folder is that of the compiled kernels too, which only its owner may write.
        static_cast<void>(
            ::mkdir(file.parent_path().c_str(), S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH));
    }
    if (std::filesystem::is_directory(file, error)) {
        throw could_not("write", file, reason_of(EISDIR));
    }
    const Lock lock{file, waits};
    if (lock.is_held()) {
        remove_temporaries(file);
    }
    Read read = read_file(file);
    if (read.parsed.is_other_result) {
        throw could_not("replace", file, "it " + read.parsed.refusal);
    }
    if (!read.parsed.refusal.empty() || !read.parsed.damaged.empty()) {
        const std::string kept = file.string() + ".unread";
        keep_earlier(kept);
        std::filesystem::rename(file, kept, error);
        if (error) {
            throw could_not("replace", file, error.message());
        }
        read.warnings.push_back("what it held is kept in '" + kept + "'");
    }
    for (const DeviceTable& table : news.tables()) {
        read.parsed.wisdom.remember(table);
    }
    for (const Decision& decision : news.decisions()) {
        read.parsed.wisdom.remember(decision);
    }
    write_whole(file, wisdom_text(read.parsed.wisdom));
    return read.warnings;
}

void use_wisdom_file(std::filesystem::path file)
{
    const std::lock_guard lock{chosen_mutex};
    chosen_file = std::move(file);
}

std::filesystem::path wisdom_file_in_use()
{
    {
        const std::lock_guard lock{chosen_mutex};
        if (chosen_file) {
            return *chosen_file;
        }
    }
    return default_wisdom_file();
}

std::filesystem::path default_wisdom_file()
{
    if (const char* named = std::getenv("TOBIUO_WISDOM"); named != nullptr && *named != '\0') {
        return named;
    }
    const std::filesystem::path folder = device::default_cache_folder();
    return folder.empty() ? folder : folder / "wisdom.json";
}

}  // namespace tobiuo::tuning
