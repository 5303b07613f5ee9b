#include "app/output/manifest.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/run_folder.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view manifest_schema = "tobiuo-manifest-1";
/// The largest manifest that is read; one of this program has a dozen files.
constexpr std::size_t largest_manifest = 1U << 20U;

/// Is thrown with the reason why a manifest is damaged.
class Damage : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads at most `largest_manifest` bytes of an open file and closes it.
std::string text_of(int descriptor)
{
    struct stat status = {};
    std::string text;
    std::string reason;
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        reason = "it is not a file";
    } else if (static_cast<std::size_t>(status.st_size) > largest_manifest) {
        reason = "it is larger than any manifest";
    } else {
        text.resize(static_cast<std::size_t>(status.st_size));
        const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
        reason = count == status.st_size ? "" : "it could not be read";
    }
    ::close(descriptor);
    if (!reason.empty()) {
        throw Damage{reason};
    }
    return text;
}

/// The error of a manifest that may be good, but not for this user or at this moment.
InputError could_not_open(const std::filesystem::path& file, int error_number)
{
    const bool is_closed = error_number == EACCES || error_number == EPERM;
    return InputError{Position{.source = file.string()},
                      "which results are here cannot be told, for this manifest cannot be read (" +
                          std::generic_category().message(error_number) +
                          "): " + (is_closed ? "get permission to read it" : "try again") +
                          " or choose another folder with --output"};
}

void check_entry(const std::string& name, const std::filesystem::path& folder)
{
    constexpr std::size_t longest = 255;
    const bool plain = !name.empty() && name.size() <= longest && name.front() != '.' &&
                       name.find_first_of(std::string_view{"/\0", 2}) == std::string::npos;
    if (!plain || name == manifest_name) {
        throw Damage{in_quotes(name) + " in it is not the name of a result"};
    }
    std::error_code unknown;
    const auto status = std::filesystem::symlink_status(folder / name, unknown);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        throw Damage{in_quotes(name) + " in it is there, but is not a file"};
    }
}

Manifest parse(const std::string& text, const std::filesystem::path& folder)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("schema") || json["schema"] != manifest_schema) {
        throw Damage{"it is no object with the schema " + std::string{manifest_schema}};
    }
    if (!json.contains("status") || !json["status"].is_string()) {
        throw Damage{"it has no status"};
    }
    if (!json.contains("files") || !json["files"].is_array()) {
        throw Damage{"it has no list of files"};
    }
    Manifest manifest{.status = json["status"], .files = {}};
    for (const Json& file : json["files"]) {
        if (!file.is_object() || !file.contains("name") || !file["name"].is_string()) {
            throw Damage{"an entry in it has no name"};
        }
        manifest.files.push_back(file["name"]);
        check_entry(manifest.files.back(), folder);
    }
    return manifest;
}

}  // namespace

std::optional<Manifest> read_manifest(const std::filesystem::path& file,
                                      const std::filesystem::path& folder)
{
    try {
        const int descriptor =
            ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        if (descriptor < 0) {
            if (errno == ENOENT || errno == ENOTDIR) {
                return std::nullopt;
            }
            if (errno != ELOOP) {
                throw could_not_open(file, errno);
            }
            throw Damage{"it is a link"};
        }
        return parse(text_of(descriptor), folder);
    } catch (const Damage& damage) {
        throw InputError{Position{.source = file.string()},
                         std::string{"which results are here cannot be told from this manifest ("} +
                             damage.what() + "): move '" + folder.string() +
                             "' away or choose another folder with --output"};
    }
}

ListedFile listed(const std::filesystem::path& folder, const std::string& name)
{
    const std::filesystem::path file = folder / name;
    const std::string sum = sha256_of_file(file);
    return {.name = name, .bytes = std::filesystem::file_size(file), .sha256 = sum};
}

void relist(const std::filesystem::path& folder, const std::string& name)
{
    std::ifstream file{folder / manifest_name};
    Json manifest = Json::parse(file);
    Json& files = manifest["files"];
    const auto found = std::ranges::find_if(
        files, [&](const Json& one) { return one.value("name", std::string{}) == name; });
    const ListedFile now = listed(folder, name);
    Json line{{"name", now.name}, {"bytes", now.bytes}, {"sha256", now.sha256}};
    if (found == files.end()) {
        files.push_back(std::move(line));
    } else {
        *found = std::move(line);
    }
    write_text(folder / manifest_name, manifest.dump(2) + "\n");
}

std::string manifest_text(std::span<const ListedFile> files, std::string_view status)
{
    Json manifest{{"schema", manifest_schema}, {"status", status}, {"files", Json::array()}};
    for (const ListedFile& file : files) {
        manifest["files"].push_back(
            Json{{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    }
    return manifest.dump(2) + "\n";
}

}  // namespace tobiuo
