// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/compile/module_cache.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "runtime/device/digest.hpp"

namespace tobiuo::device {
namespace {

constexpr const char* format_line = "tobiuo-module 1";
constexpr std::size_t size_limit = 256U << 20U;

class Descriptor {
public:
    explicit Descriptor(int number) : number_{number} {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { static_cast<void>(close()); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    /// Returns false if closing reports a write error, as a network's disk may.
    bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

Descriptor open_folder(const std::filesystem::path& folder)
{
    return Descriptor{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
}

bool others_may_write(const struct stat& status)
{
    return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/// Whether this user, root or `publisher` has written what `status` tells of.
bool is_trusted(const struct stat& status, uid_t publisher)
{
    return status.st_uid == ::geteuid() || status.st_uid == 0 || status.st_uid == publisher;
}

/// Why `folder` is not used. In root's folders with the sticky bit nobody can replace another
/// user's files, so these are accepted.
std::string unusable_reason_of(const Descriptor& folder, uid_t publisher)
{
    struct stat status = {};
    if (!folder.is_open() || ::fstat(folder.number(), &status) != 0) {
        return std::generic_category().message(errno);
    }
    if (!is_trusted(status, publisher)) {
        return "it belongs to another user";
    }
    const bool kept_apart = status.st_uid == 0 && (status.st_mode & S_ISVTX) != 0;
    return others_may_write(status) && !kept_apart ? "other users may write there" : "";
}

/// Keeps the reason of the first folder that was declined, for declined_cache().
class Declined {
public:
    void note(std::string sentence)
    {
        const std::lock_guard<std::mutex> guard{mutex_};
        if (!sentence_) {
            sentence_ = std::move(sentence);
        }
    }
    [[nodiscard]] std::optional<std::string> sentence()
    {
        const std::lock_guard<std::mutex> guard{mutex_};
        return sentence_;
    }

private:
    std::mutex mutex_;
    std::optional<std::string> sentence_;
};

Declined& declined()
{
    static Declined first;
    return first;
}

/// Returns false if the folder does not exist or is not trusted. In the second case
/// declined_cache() gets a sentence of what is not used, why, and the cure.
bool is_usable(const Descriptor& opened, uid_t publisher, const std::string& what,
               const std::string& cure)
{
    const bool missing = !opened.is_open() && (errno == ENOENT || errno == ENOTDIR);
    const std::string why = missing ? "" : unusable_reason_of(opened, publisher);
    if (!why.empty()) {
        declined().note(what + " not used (" + why + "): " + cure);
    }
    return !missing && why.empty();
}

/// Whether the user's cache can be used; see above.
bool is_usable(const Descriptor& opened, const std::filesystem::path& folder)
{
    return is_usable(opened, ::geteuid(),
                     "the cache of compiled kernels '" + folder.string() + "' is",
                     "make it yours alone (chmod 700) or set XDG_CACHE_HOME; until then every run "
                     "compiles what is not installed with the program");
}

/// Whether the kernels that came with the program can be used; see above.
bool is_usable(const Descriptor& opened, const InstalledKernels& installed)
{
    return is_usable(
        opened, installed.publisher,
        "the installed kernels in '" + installed.folder.string() + "' are",
        "let all users read them, and only root or who installed the program write there "
        "(chmod 755); until then each user compiles them");
}

/// The bytes of `name` in `folder`; nothing if the file does not exist or is not trusted.
std::optional<std::string> read_trusted_file(const Descriptor& folder, const std::string& name,
                                             uid_t publisher)
{
    const Descriptor file{::openat(folder.number(), name.c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    struct stat status = {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
        !is_trusted(status, publisher) || others_may_write(status) ||
        static_cast<std::uintmax_t>(status.st_size) > 2 * size_limit) {
        return std::nullopt;
    }
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(file.number(), &bytes[done], bytes.size() - done);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return std::nullopt;
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return bytes;
}

/// Writes `bytes` to a new file that nobody else can open and whose name nobody can foresee.
/// Returns the file's name; empty on failure.
std::string write_temporary(const Descriptor& folder, std::string_view bytes)
{
    std::uint64_t random = 0;
    if (::getentropy(&random, sizeof random) != 0) {
        return {};
    }
    std::string name = ".tobiuo-" + std::to_string(random) + ".tmp";
    Descriptor file{::openat(folder.number(), name.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR)};
    if (!file.is_open()) {
        return {};
    }
    bool good = true;
    while (good && !bytes.empty()) {
        const ssize_t count = ::write(file.number(), bytes.data(), bytes.size());
        good = count >= 0 || errno == EINTR;
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    if (!file.close() || !good) {
        ::unlinkat(folder.number(), name.c_str(), 0);
        return {};
    }
    return name;
}

/// Creates `folder` for this user alone; folders above it get the usual permissions.
void make_private(const std::filesystem::path& folder)
{
    std::error_code unusable;
    std::filesystem::create_directories(folder.parent_path(), unusable);
    static_cast<void>(::mkdir(folder.c_str(), S_IRWXU));
}

/// The payload of an entry; nothing if the entry is damaged or has another key.
std::optional<std::string> payload_of(const std::string& entry, const std::string& key)
{
    std::istringstream head{entry};
    std::string format;
    std::string key_digest;
    std::string image_digest;
    std::size_t size = 0;
    std::getline(head, format);
    head >> key_digest >> size >> image_digest;
    if (!head || head.get() != '\n' || format != format_line || key_digest != sha256(key) ||
        size > size_limit) {
        return std::nullopt;
    }
    std::string image = entry.substr(static_cast<std::size_t>(head.tellg()));
    return image.size() == size && sha256(image) == image_digest ? std::optional{std::move(image)}
                                                                 : std::nullopt;
}

/// The program, or the shared library that holds this code; empty if the loader does not tell.
std::filesystem::path path_of_this_code()
{
    Dl_info unused{};
    void* found = nullptr;
    static const char inside = 0;
    if (::dladdr1(&inside, &unused, &found, RTLD_DL_LINKMAP) == 0 || found == nullptr) {
        return {};
    }
    const std::string name = static_cast<const link_map*>(found)->l_name;
    if (!name.empty() && name.front() != '/') {
        return {};  // a name relative to a folder that may no longer be the current one
    }
    std::error_code unknown;
    return std::filesystem::canonical(name.empty() ? "/proc/self/exe" : name, unknown);
}

InstalledKernels installed_kernels()
{
    const std::filesystem::path code = path_of_this_code();
    struct stat status = {};
    if (code.empty() || ::stat(code.c_str(), &status) != 0) {
        return {};
    }
    return {.folder = code.parent_path().parent_path() / "lib" / "tobiuo" / "kernels",
            .publisher = status.st_uid};
}

}  // namespace

ModuleCache ModuleCache::usual()
{
    static const InstalledKernels installed = installed_kernels();
    return ModuleCache{default_cache_folder(), installed};
}

std::string ModuleCache::name_of(const std::string& identifier, const std::string& key)
{
    constexpr std::size_t longest = 220;  // names of files have 255 bytes; the key tells the rest
    return identifier.substr(0, longest) + "-" + sha256(key).substr(0, 16);
}

std::optional<std::string> ModuleCache::find(const std::string& identifier,
                                             const std::string& key) const
{
    const auto payload = [&](const Descriptor& folder, uid_t publisher) {
        const std::optional<std::string> entry =
            read_trusted_file(folder, name_of(identifier, key), publisher);
        return entry ? payload_of(*entry, key) : std::nullopt;
    };
    std::optional<std::string> found;
    if (!folder_.empty()) {
        const Descriptor own = open_folder(folder_);
        if (is_usable(own, folder_)) {
            found = payload(own, ::geteuid());
        }
    }
    if (!found && !installed_.folder.empty()) {
        const Descriptor read_only = open_folder(installed_.folder);
        if (is_usable(read_only, installed_)) {
            found = payload(read_only, installed_.publisher);
        }
    }
    return found;
}

bool ModuleCache::store(const std::string& identifier, const std::string& key,
                        const std::string& image) const
{
    if (folder_.empty()) {
        return false;
    }
    make_private(folder_);
    const Descriptor folder = open_folder(folder_);
    if (!is_usable(folder, folder_)) {
        return false;
    }
    std::ostringstream head;
    head << format_line << '\n'
         << sha256(key) << ' ' << image.size() << ' ' << sha256(image) << '\n';
    const std::string temporary = write_temporary(folder, head.str() + image);
    const std::string name = name_of(identifier, key);
    if (temporary.empty()) {
        return false;
    }
    if (::renameat(folder.number(), temporary.c_str(), folder.number(), name.c_str()) != 0) {
        ::unlinkat(folder.number(), temporary.c_str(), 0);
        return false;
    }
    return true;
}

std::optional<std::string> ModuleCache::unusable_reason() const
{
    const Descriptor folder = open_folder(folder_);
    if (folder_.empty() || (!folder.is_open() && errno == ENOENT)) {
        return std::nullopt;
    }
    const std::string why = unusable_reason_of(folder, ::geteuid());
    return why.empty() ? std::nullopt : std::optional{why};
}

std::optional<std::string> declined_cache()
{
    return declined().sentence();
}

std::filesystem::path default_cache_folder()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
        return std::filesystem::path{cache} / "tobiuo";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return std::filesystem::path{home} / ".cache" / "tobiuo";
    }
    return {};
}

}  // namespace tobiuo::device
