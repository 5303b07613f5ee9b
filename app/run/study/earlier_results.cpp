#include "app/run/study/earlier_results.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <variant>

#include "app/output/manifest.hpp"

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

std::string whole_text(const fs::path& file)
{
    if (!fs::is_regular_file(fs::symlink_status(file))) {
        return {};  // nothing waits for a pipe
    }
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// The revision of the program that wrote a report; empty if it is damaged.
std::string revision_in(const fs::path& report)
{
    const auto json = nlohmann::json::parse(whole_text(report), nullptr, false);
    const nlohmann::json::json_pointer git{"/versions/git"};
    return json.is_object() && json.contains(git) && json[git].is_string() ? json[git] : "";
}

/// Whether an input file was changed after a file of the results was written, or cannot be asked.
bool has_newer_input(const Case& the_case, const fs::path& result)
{
    std::error_code error;
    const auto written = fs::last_write_time(result, error);
    return error || std::ranges::any_of(input_files(the_case), [&](const fs::path& file) {
               std::error_code missing;
               const auto changed = fs::last_write_time(file, missing);
               return missing || changed > written;
           });
}

std::vector<fs::path> files_of(const HimenoCase& himeno)
{
    const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients);
    return file == nullptr ? std::vector<fs::path>{} : std::vector{file->path};
}

std::vector<fs::path> files_of(const PoissonCase& poisson)
{
    std::vector<fs::path> files;
    const auto add = [&](const FieldSource& field) {
        if (const auto* file = std::get_if<FieldFile>(&field)) {
            files.push_back(file->path);
        }
    };
    add(poisson.source);
    if (poisson.exact) {
        add(*poisson.exact);
    }
    return files;
}

std::vector<fs::path> files_of(const FlowCase& flow)
{
    std::vector<fs::path> files;
    if (flow.initial_file) {
        files.push_back(flow.initial_file->path);
    }
    if (flow.statistics && flow.statistics->reference) {
        files.push_back(*flow.statistics->reference);
    }
    return files;
}

}  // namespace

bool is_identified(std::string_view revision)
{
    return !revision.empty() && revision != "unknown" && !revision.ends_with("-dirty");
}

std::vector<fs::path> input_files(const Case& the_case)
{
    return std::visit([](const auto& solver) { return files_of(solver); }, the_case.solver);
}

EarlierResults earlier_results(const Case& the_case, std::string_view revision)
{
    const fs::path folder = the_case.output.directory / the_case.name;
    const fs::path manifest = folder / manifest_name;
    const std::optional<Manifest> earlier = read_manifest(manifest, folder);
    if (!earlier) {
        return EarlierResults::none;
    }
    if (earlier->status != "done") {
        return EarlierResults::none;
    }
    const fs::path resolved = folder / "case.resolved.yaml";  // nothing writes it anew later
    if (whole_text(resolved) != resolved_yaml(the_case)) {
        return EarlierResults::other_case;
    }
    if (has_newer_input(the_case, resolved)) {
        return EarlierResults::other_case;
    }
    if (!is_identified(revision)) {
        return EarlierResults::unknowable;
    }
    return revision_in(folder / "report.json") == revision ? EarlierResults::same
                                                           : EarlierResults::other_version;
}

}  // namespace tobiuo
