// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/ceiling_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/input/input_json.hpp"
#include "app/json_text.hpp"
#include "app/output/atomic_file.hpp"
#include "runtime/device/compile/module_cache.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// The version of the file; raise it when figures of an older program no longer count.
constexpr const char* schema = "tobiuo-ceilings-1";
/// The largest file that is read; no machine fills it.
constexpr std::uintmax_t size_limit = 1U << 20U;

Json json_of(const KnownCeiling& ceiling)
{
    return {{"machine", ceiling.machine},
            {"mix", ceiling.mix},
            {"bytes_per_second", ceiling.measured.bytes_per_second},
            {"bytes", ceiling.measured.bytes},
            {"repetitions", ceiling.measured.repetitions},
            {"date", ceiling.date},
            {"processor_share", ceiling.processor_share}};
}

/// Reads a ceiling. Throws Json::exception for a member that is missing or of another type.
KnownCeiling ceiling_of(const Json& json)
{
    return {.machine = json.at("machine").get<std::string>(),
            .mix = json.at("mix").get<std::string>(),
            .measured = {.bytes_per_second = json.at("bytes_per_second").get<double>(),
                         .bytes = json.at("bytes").get<std::int64_t>(),
                         .repetitions = json.at("repetitions").get<int>()},
            .date = json.at("date").get<std::string>(),
            .processor_share = json.at("processor_share").get<double>()};
}

/// No memory of any machine is faster than this, for years to come.
constexpr double fastest = 1e15;

bool is_plausible(const KnownCeiling& ceiling)
{
    const double rate = ceiling.measured.bytes_per_second;
    constexpr std::size_t date_size = 20;
    return rate > 0.0 && rate < fastest && ceiling.measured.bytes > 0 &&
           std::isfinite(ceiling.processor_share) && ceiling.date.size() == date_size &&
           std::ranges::all_of(ceiling.date, [](char c) { return c > ' ' && c < '~'; });
}

/// What the file holds; nothing if it cannot be read, for then the ceiling is measured again.
Json json_in(const std::filesystem::path& file)
{
    try {
        return input_json(InputFile::named(file).text(size_limit));
    } catch (const Unreadable&) {
        return nullptr;
    }
}

}  // namespace

std::vector<KnownCeiling> read_ceilings(const std::filesystem::path& file)
{
    const Json json = json_in(file);
    const auto named = json.find("schema");
    const auto entries = json.find("ceilings");
    if (!json.is_object() || named == json.end() || *named != schema || entries == json.end() ||
        !entries->is_array()) {
        return {};
    }
    std::vector<KnownCeiling> ceilings;
    for (const Json& entry : *entries) {
        try {
            KnownCeiling ceiling = ceiling_of(entry);
            if (is_plausible(ceiling)) {
                ceilings.push_back(std::move(ceiling));
            }
        } catch (const Json::exception&) {  // a damaged entry is measured again
            continue;
        }
    }
    return ceilings;
}

bool keep_ceiling(const std::filesystem::path& file, const KnownCeiling& ceiling)
{
    if (file.empty()) {
        return false;
    }
    std::vector<KnownCeiling> ceilings = read_ceilings(file);
    std::erase_if(ceilings, [&](const KnownCeiling& one) {
        return one.machine == ceiling.machine && one.mix == ceiling.mix;
    });
    ceilings.push_back(ceiling);
    Json entries = Json::array();
    std::ranges::transform(ceilings, std::back_inserter(entries), json_of);
    const Json json{{"schema", schema}, {"ceilings", entries}};
    try {
        std::filesystem::create_directories(file.parent_path().parent_path());
        // The folder also holds the compiled kernels, so only its owner may write to it.
        static_cast<void>(::mkdir(file.parent_path().c_str(), S_IRWXU));
        write_text(file, json_text(json) + "\n");
    } catch (const std::exception&) {
        return false;
    }
    return true;
}

std::filesystem::path default_ceiling_file()
{
    const std::filesystem::path folder = device::default_cache_folder();
    return folder.empty() ? folder : folder / "ceilings.json";
}

}  // namespace tobiuo
