// SPDX-License-Identifier: BSD-3-Clause
// Opens files once, examines what is open, reads it in bounds, and parses JSON in bounds.
#include "app/input/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "app/input/input_json.hpp"

namespace tobiuo {
namespace {

constexpr int reading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
/// The bytes of one read of a file whose size is not known beforehand.
constexpr std::size_t block_bytes = std::size_t{1} << 16U;

std::string kind_of(mode_t mode)
{
    return S_ISFIFO(mode)   ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
           : S_ISDIR(mode)  ? "a folder"
           : S_ISLNK(mode)  ? "a link"
                            : "a device";
}

Unreadable could_not_open(int error_number)
{
    switch (error_number) {
        case ENOENT:
        case ENOTDIR:
            return Unreadable{"it is not there", Unreadable::Kind::missing};
        case ELOOP:
            return Unreadable{"it is a link"};
        case EACCES:
        case EPERM:
            return Unreadable{std::generic_category().message(error_number),
                              Unreadable::Kind::closed};
        case ENXIO:
            return Unreadable{"it is no regular file"};
        default:
            return Unreadable{std::generic_category().message(error_number)};
    }
}

/// Asks the name first, because opening a device may already act on it.
int open_regular(int folder, const char* name, bool follow)
{
    struct stat status = {};
    if (::fstatat(folder, name, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
        throw could_not_open(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        throw Unreadable{"it is " + kind_of(status.st_mode) + ", no regular file"};
    }
    const int descriptor = ::openat(folder, name, reading | (follow ? 0 : O_NOFOLLOW));
    if (descriptor < 0) {
        throw could_not_open(errno);
    }
    return descriptor;
}

/// Opens the folder `name` in `folder`, which is closed, without following a link.
int step_into(int folder, const char* name)
{
    const int next = ::openat(folder, name, reading | O_DIRECTORY | O_NOFOLLOW);
    const int error_number = errno;
    struct stat status = {};
    const bool link = next < 0 && ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                      S_ISLNK(status.st_mode);
    ::close(folder);
    if (next < 0) {
        throw link ? Unreadable{"its folder is a link"} : could_not_open(error_number);
    }
    return next;
}

/// Whether no step of the path leads out of the folder in which it begins.
bool stays_below(const std::filesystem::path& name)
{
    return !name.empty() && name.is_relative() && name.has_filename() &&
           name.native().find('\0') == std::string::npos &&
           std::ranges::none_of(name, [](const auto& part) { return part == ".." || part == "."; });
}

}  // namespace

InputFile InputFile::named(const std::filesystem::path& file)
{
    return InputFile{open_regular(AT_FDCWD, file.c_str(), true)};
}

InputFile InputFile::in(const std::filesystem::path& folder, const std::filesystem::path& name)
{
    if (!stays_below(name)) {
        throw Unreadable{"its name leads out of the folder"};
    }
    int at = ::open(folder.empty() ? "." : folder.c_str(), reading | O_DIRECTORY);
    if (at < 0) {
        throw could_not_open(errno);
    }
    for (const std::filesystem::path& part : name.parent_path()) {
        at = step_into(at, part.c_str());
    }
    try {
        InputFile file{open_regular(at, name.filename().c_str(), false)};
        ::close(at);
        return file;
    } catch (const Unreadable&) {
        ::close(at);
        throw;
    }
}

InputFile::InputFile(int descriptor) : descriptor_{descriptor}
{
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor_);
        throw Unreadable{"it is " + kind_of(status.st_mode) + ", no regular file"};
    }
    bytes_ = static_cast<std::uintmax_t>(status.st_size);
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_{std::exchange(other.descriptor_, -1)}, bytes_{other.bytes_}
{
}

InputFile::~InputFile()
{
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

std::size_t InputFile::read(std::span<char> into, std::uintmax_t offset) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count = ::pread(descriptor_, into.data() + done, into.size() - done,
                                      static_cast<off_t>(offset + done));
        if (count < 0 && errno != EINTR) {
            throw Unreadable{std::generic_category().message(errno)};
        }
        if (count == 0) {
            break;
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return done;
}

/// Files of /proc say that they have no bytes, and others may grow meanwhile: the text is read until
/// it ends.
std::string InputFile::text(std::uintmax_t most) const
{
    std::string text;
    std::size_t had = 0;
    do {
        if (bytes_ > most || text.size() > most) {
            throw Unreadable{"it has more than " + std::to_string(most) + " bytes"};
        }
        had = text.size();
        const auto rest = bytes_ > had ? static_cast<std::size_t>(bytes_ - had) : block_bytes;
        text.resize(had + rest);
        text.resize(had + read(std::span{text}.subspan(had), had));
    } while (text.size() > had);
    return text;
}

void InputFile::for_each_line(std::size_t longest,
                              const std::function<bool(std::string_view line)>& take) const
{
    std::string buffer;
    std::uintmax_t offset = 0;
    std::size_t count = 0;
    do {
        const std::size_t had = buffer.size();
        buffer.resize(had + block_bytes);
        count = read(std::span{buffer}.subspan(had), offset);
        offset += count;
        buffer.resize(had + count);
        std::size_t begin = 0;
        for (std::size_t end = buffer.find('\n', had); end != std::string::npos;
             end = buffer.find('\n', begin)) {
            if (!take(std::string_view{buffer}.substr(begin, end - begin))) {
                return;
            }
            begin = end + 1;
        }
        buffer.erase(0, begin);
        if (buffer.size() > longest) {
            throw Unreadable{"it has a line of more than " + std::to_string(longest) + " bytes"};
        }
    } while (count > 0);
    if (!buffer.empty()) {
        static_cast<void>(take(buffer));
    }
}

std::optional<std::string> text_in(const std::filesystem::path& folder,
                                   const std::filesystem::path& name, std::uintmax_t most)
{
    try {
        return InputFile::in(folder, name).text(most);
    } catch (const Unreadable& reason) {
        if (reason.is_missing()) {
            return std::nullopt;
        }
        throw;
    }
}

nlohmann::ordered_json input_json(std::string_view text, const tuning::JsonBounds& bounds)
{
    if (const std::string objection = tuning::objection_to_json(text, bounds); !objection.empty()) {
        throw Unreadable{objection};
    }
    auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw Unreadable{"it is no JSON"};
    }
    return json;
}

}  // namespace tobiuo
