// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/manifest.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "app/errors.hpp"
#include "app/input/input_json.hpp"
#include "app/json_text.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/run_folder.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view manifest_schema = "tobiuo-manifest-1";
/// Is thrown with the reason why a manifest is damaged.
class Damage : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

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

/// The lines of a manifest. Throws Damage.
const Json& lines_of(const Json& json)
{
    if (!json.is_object() || !json.contains("schema") || json["schema"] != manifest_schema) {
        throw Damage{"it is no object with the schema " + std::string{manifest_schema}};
    }
    if (!json.contains("status") || !json["status"].is_string()) {
        throw Damage{"it has no status"};
    }
    if (!json.contains("files") || !json["files"].is_array()) {
        throw Damage{"it has no list of files"};
    }
    for (const Json& file : json["files"]) {
        if (!file.is_object() || !file.contains("name") || !file["name"].is_string()) {
            throw Damage{"an entry in it has no name"};
        }
    }
    return json["files"];
}

/// Reads a manifest, whose entries are in `folder`; null if there is none. Throws InputError.
Json checked_manifest(const std::filesystem::path& file, const std::filesystem::path& folder)
{
    const auto refusal = [&](const char* reason) {
        return InputError{
            Position{.source = file.string()},
            std::string{"which results are here cannot be told from this manifest ("} + reason +
                "): move '" + folder.string() + "' away or choose another folder with --output"};
    };
    try {
        const auto text = text_in(file.parent_path(), file.filename(), most_json_bytes);
        if (!text) {
            return nullptr;
        }
        Json json = input_json(*text);
        for (const Json& line : lines_of(json)) {
            check_entry(line["name"], folder);
        }
        return json;
    } catch (const Damage& damage) {
        throw refusal(damage.what());
    } catch (const Unreadable& reason) {
        if (reason.is_closed()) {  // it may be good, but not for this user
            throw InputError{Position{.source = file.string()},
                             std::string{"which results are here cannot be told, for this manifest "
                                         "cannot be read ("} +
                                 reason.what() +
                                 "): get permission to read it or choose another folder with "
                                 "--output"};
        }
        throw refusal(reason.what());
    }
}

/// The line as a manifest has it, without anything else that a stranger wrote there.
Json plain_line(const Json& line)
{
    constexpr std::size_t digest = 64;
    Json plain{{"name", line["name"]}};
    if (const auto bytes = line.find("bytes"); bytes != line.end() && bytes->is_number_unsigned()) {
        plain["bytes"] = *bytes;
    }
    if (const auto sum = line.find("sha256"); sum != line.end() && sum->is_string() &&
                                              sum->get_ref<const std::string&>().size() == digest) {
        plain["sha256"] = *sum;
    }
    return plain;
}

}  // namespace

std::optional<Manifest> read_manifest(const std::filesystem::path& file,
                                      const std::filesystem::path& folder)
{
    const Json json = checked_manifest(file, folder);
    if (json.is_null()) {
        return std::nullopt;
    }
    Manifest manifest{.status = json["status"], .files = {}};
    for (const Json& line : json["files"]) {
        manifest.files.push_back(line["name"]);
    }
    return manifest;
}

ListedFile listed(const std::filesystem::path& folder, const std::string& name)
{
    const std::filesystem::path file = folder / name;
    // The disk works while the sum is made.
    std::future<void> synced = std::async([file] { sync_file(file); });
    const std::string sum = sha256_of_file(file);
    synced.get();
    return {.name = name, .bytes = std::filesystem::file_size(file), .sha256 = sum};
}

void relist(const std::filesystem::path& folder, const std::string& name)
{
    const Json earlier = checked_manifest(folder / manifest_name, folder);
    if (earlier.is_null()) {
        return;
    }
    const ListedFile now = listed(folder, name);
    const Json own{{"name", now.name}, {"bytes", now.bytes}, {"sha256", now.sha256}};
    Json manifest{
        {"schema", manifest_schema}, {"status", earlier["status"]}, {"files", Json::array()}};
    Json& files = manifest["files"];
    bool is_there = false;
    for (const Json& line : earlier["files"]) {
        const bool is_own = line["name"] == name;
        files.push_back(is_own ? own : plain_line(line));
        is_there = is_there || is_own;
    }
    if (!is_there) {
        files.push_back(own);
    }
    write_text(folder / manifest_name, json_text(manifest) + "\n");
}

std::string manifest_text(std::span<const ListedFile> files, std::string_view status)
{
    Json manifest{{"schema", manifest_schema}, {"status", status}, {"files", Json::array()}};
    for (const ListedFile& file : files) {
        manifest["files"].push_back(
            Json{{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    }
    return json_text(manifest) + "\n";
}

}  // namespace tobiuo
