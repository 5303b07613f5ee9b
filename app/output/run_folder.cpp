// One run's folder: probe, refusal, manifest with sizes and SHA-256 sums.
#include "app/output/run_folder.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <ios>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/words/spelling.hpp"
#include "kernels/device/digest.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view manifest_name = "manifest.json";
constexpr std::string_view manifest_schema = "tobiuo-manifest-1";

/// Creates `folder` and its parents, or says which error stopped that. Returns those that were
/// not there, the deepest first.
std::vector<std::filesystem::path> create(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> created;
    for (auto missing = std::filesystem::absolute(folder, error);
         !std::filesystem::exists(missing, error) && missing.has_relative_path();
         missing = missing.parent_path()) {
        created.push_back(missing);
    }
    std::filesystem::create_directories(folder, error);
    if (error) {
        throw could_not_write(folder, error.value());
    }
    if (!std::filesystem::is_directory(folder, error)) {
        throw could_not_write(folder, ENOTDIR);
    }
    return created;
}

/// A run that fails to write after hours is worse than one that refuses to start.
void prove_writable(const std::filesystem::path& folder)
{
    const std::filesystem::path probe = folder / (".probe-" + std::to_string(getpid()));
    write_text(probe, "tobiuo\n");
    std::error_code error;
    if (!std::filesystem::remove(probe, error)) {
        throw could_not_write(probe, error.value());
    }
}

/// The manifest of an earlier run; an object without keys if it is there but not readable.
std::optional<Json> manifest_in(const std::filesystem::path& folder)
{
    std::ifstream file{folder / manifest_name};
    if (!file) {
        return std::nullopt;
    }
    Json manifest = Json::parse(file, nullptr, false);
    return manifest.is_object() ? manifest : Json::object();
}

void remove_file(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) {
        throw could_not_write(path, error.value());
    }
}

/// `text` inside a double-quoted XML attribute.
std::string xml_escaped(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

OutputError could_not_read(const std::filesystem::path& path, std::string_view reason)
{
    std::string text{"could not read back '"};
    text.append(path.string()).append("' (").append(reason);
    return OutputError{text + "): check the disk or choose another folder with --output"};
}

}  // namespace

RunFolder::RunFolder(std::filesystem::path folder, bool force) : folder_{std::move(folder)}
{
    const std::optional<Json> earlier = manifest_in(folder_);
    if (earlier && !force) {
        throw InputError{Position{.source = folder_.string()},
                         "the results of an earlier run (" + earlier->value("status", "unknown") +
                             ") are here: replace them with --force or choose another folder "
                             "with --output"};
    }
    created_ = create(folder_);
    prove_writable(folder_);
}

RunFolder::~RunFolder()
{
    for (const std::filesystem::path& folder : created_) {
        std::error_code not_empty;
        std::filesystem::remove(folder, not_empty);
    }
}

void RunFolder::begin()
{
    const std::optional<Json> earlier = manifest_in(folder_);
    if (!earlier) {
        return;
    }
    remove_file(folder_ / manifest_name);
    for (const Json& file : earlier->value("files", Json::array())) {
        const std::filesystem::path name = file.value("name", "");
        if (name == name.filename()) {  // whatever the manifest says, nothing outside
            remove_file(folder_ / name);
        }
    }
}

void RunFolder::add(const std::string& name,
                    const std::function<void(const std::filesystem::path& path)>& write)
{
    const auto start = std::chrono::steady_clock::now();
    write(folder_ / name);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    spdlog::debug("wrote {} ({} bytes, {:.3f} s)", name, std::filesystem::file_size(folder_ / name),
                  seconds.count());
    if (std::ranges::find(files_, name) == files_.end()) {
        files_.push_back(name);
    }
}

void RunFolder::add_text(const std::string& name, std::string_view text)
{
    add(name, [&](const std::filesystem::path& path) { write_text(path, text); });
}

void RunFolder::finish(std::string_view status)
{
    Json manifest{{"schema", manifest_schema}, {"status", status}, {"files", Json::array()}};
    for (const std::string& name : files_) {
        const std::filesystem::path file = folder_ / name;
        const std::string sum = sha256_of_file(file);
        manifest["files"].push_back(
            Json{{"name", name}, {"bytes", std::filesystem::file_size(file)}, {"sha256", sum}});
    }
    write_text(folder_ / manifest_name, manifest.dump(2) + "\n");
}

std::string sha256_of_file(const std::filesystem::path& path)
{
    std::error_code unknown;
    std::ifstream file{path, std::ios::binary};
    if (!file || std::filesystem::is_directory(path, unknown)) {
        throw could_not_read(path, "it cannot be opened");
    }
    device::Sha256 sum;
    std::string block(std::size_t{1} << 20U, '\0');
    while (file) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        sum.update(std::string_view{block}.substr(0, static_cast<std::size_t>(file.gcount())));
    }
    if (!file.eof()) {
        throw could_not_read(path, "a read failed");
    }
    return sum.finish();
}

std::string pvd_text(std::string_view file, double time)
{
    return "<?xml version=\"1.0\"?>\n"
           "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
           "  <Collection>\n"
           "    <DataSet timestep=\"" +
           shortest(time) + "\" group=\"\" part=\"0\" file=\"" + xml_escaped(file) +
           "\"/>\n"
           "  </Collection>\n"
           "</VTKFile>\n";
}

std::int64_t free_bytes(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::path existing = std::filesystem::absolute(folder, error);
    while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) {
        existing = existing.parent_path();
    }
    const std::filesystem::space_info space = std::filesystem::space(existing, error);
    if (error) {
        throw could_not_write(folder, error.value());
    }
    constexpr auto most = std::uintmax_t{std::numeric_limits<std::int64_t>::max()};
    return static_cast<std::int64_t>(std::min(space.available, most));
}

}  // namespace tobiuo
