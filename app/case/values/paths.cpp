// Paths in a case: symbolic links are followed before a path is trusted.
#include "app/case/values/paths.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

namespace fs = std::filesystem;

constexpr const char* cure = "write one inside it, or allow others with --allow-outside";

bool is_inside(const fs::path& path, const fs::path& folder)
{
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The path with all symbolic links resolved, without a trailing slash.
fs::path true_place(const fs::path& path, std::error_code& error)
{
    const fs::path absolute = fs::absolute(path, error);
    fs::path place = error ? fs::path{} : fs::weakly_canonical(absolute, error).lexically_normal();
    return place.has_filename() || !place.has_relative_path() ? place : place.parent_path();
}

}  // namespace

std::optional<fs::path> CaseFolder::resolve(const Section& section, std::string_view key,
                                            const std::string& text) const
{
    const fs::path given{text};
    if (given.is_absolute() && !allow_outside) {
        section.report(key, in_quotes(text) +
                                " is an absolute path (paths are relative to the case's "
                                "folder): " +
                                cure);
        return std::nullopt;
    }
    const fs::path joined = (path / given).lexically_normal();
    std::error_code error;
    const fs::path folder = true_place(path.empty() ? fs::path{"."} : path, error);
    const fs::path place = error ? fs::path{} : true_place(joined, error);
    if (error) {
        section.report(key, in_quotes(text) + " cannot be followed (" + error.message() +
                                "): correct the path");
        return std::nullopt;
    }
    if (!allow_outside && !is_inside(place, folder)) {
        section.report(key, in_quotes(text) +
                                " leaves the case's folder (paths are relative to it, "
                                "symbolic links followed): " +
                                cure);
        return std::nullopt;
    }
    return joined;
}

std::optional<fs::path> CaseFolder::given_file(const Section& section, std::string_view key) const
{
    const auto text = section.given<std::string>(key);
    auto path = text ? resolve(section, key, *text) : std::nullopt;
    std::error_code error;
    if (path && fs::is_directory(*path, error)) {
        section.report(
            key, in_quotes(*text) + " is a folder (looked at " + path->string() + "): name a file");
    } else if (path && !fs::is_regular_file(*path, error)) {
        section.report(key, in_quotes(*text) + " is not there (looked for " + path->string() +
                                "): correct the path, which is relative to the case");
    }
    return path;
}

CaseFolder folder_of(const fs::path& file, bool allow_outside)
{
    return {.path = file.parent_path(), .allow_outside = allow_outside};
}

std::string relative_to_case(const fs::path& path, const fs::path& file)
{
    const fs::path folder = fs::absolute(file).parent_path().lexically_normal();
    const fs::path place = fs::absolute(path).lexically_normal();
    const fs::path relative = place.lexically_relative(folder);
    return (relative.empty() ? place : relative).string();
}

}  // namespace tobiuo::casefile
