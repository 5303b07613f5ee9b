// One run's folder: probe, refusal, manifest with sizes and SHA-256 sums.
#include "app/output/run_folder.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <utility>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view manifest_name = "manifest.json";
constexpr std::string_view manifest_schema = "tobiuo-manifest-1";

/// Creates `folder` and its parents, or says which error stopped that.
void create(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        throw could_not_write(folder, error.value());
    }
    if (!std::filesystem::is_directory(folder, error)) {
        throw could_not_write(folder, ENOTDIR);
    }
}

/// A run that fails to write after hours is worse than one that refuses to start.
void prove_writable(const std::filesystem::path& folder)
{
    const std::filesystem::path probe = folder / ".probe";
    write_text(probe, "tobiuo\n");
    std::error_code error;
    if (!std::filesystem::remove(probe, error)) {
        throw could_not_write(probe, error.value());
    }
}

std::string hexadecimal(std::span<const unsigned char> bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
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

/// The shortest decimal that reads back as the same double.
std::string shortest(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
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
    const std::filesystem::path manifest = folder_ / manifest_name;
    std::error_code error;
    if (!force && std::filesystem::exists(manifest, error)) {
        throw InputError{Position{.source = folder_.string()},
                         "a finished run is here (its manifest.json is there): replace it with "
                         "--force or choose another folder with --output"};
    }
    create(folder_);
    prove_writable(folder_);
    std::filesystem::remove(manifest, error);
    if (error) {
        throw could_not_write(manifest, error.value());
    }
}

void RunFolder::add(const std::string& name,
                    const std::function<void(const std::filesystem::path& path)>& write)
{
    write(folder_ / name);
    if (std::ranges::find(files_, name) == files_.end()) {
        files_.push_back(name);
    }
}

void RunFolder::add_text(const std::string& name, std::string_view text)
{
    add(name, [&](const std::filesystem::path& path) { write_text(path, text); });
}

void RunFolder::finish()
{
    using Json = nlohmann::ordered_json;
    Json manifest{{"schema", manifest_schema}, {"files", Json::array()}};
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
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest{EVP_MD_CTX_new(),
                                                                         &EVP_MD_CTX_free};
    bool good = digest && EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) == 1;
    std::vector<char> block(std::size_t{1} << 20U);
    while (good && file) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        good = EVP_DigestUpdate(digest.get(), block.data(),
                                static_cast<std::size_t>(file.gcount())) == 1;
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned int length = 0;
    good = good && EVP_DigestFinal_ex(digest.get(), sum.data(), &length) == 1;
    if (!good || !file.eof()) {
        throw could_not_read(path, good ? "a read failed" : "its SHA-256 could not be computed");
    }
    return hexadecimal(std::span{sum}.first(length));
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
