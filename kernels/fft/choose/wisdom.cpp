// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/wisdom.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/choose/merge.hpp"
#include "runtime/forks.hpp"
#include "runtime/tuning/wisdom_file.hpp"
#include "runtime/tuning/wisdom_json.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::string_view pair_mark = " + ";

/// Throws std::invalid_argument unless `configuration` describes a configuration.
void validate_entry(const std::string& request, const std::string& configuration)
{
    if (is_columns_key(request)) {
        static_cast<void>(parse_columns(configuration));
    } else if (request.find(pair_mark) == std::string::npos) {
        static_cast<void>(parse_block(configuration, Order::contiguous));
    } else if (configuration != apart_text) {
        static_cast<void>(parse_merged(configuration));
    }
}

/// "engine 'fft 3' and architecture 9.0", with what else the table holds for.
std::string holds_for(std::string_view engine, const std::string& architecture,
                      const std::string& conditions)
{
    return "engine '" + std::string{engine} + "' and architecture " + architecture +
           (conditions.empty() ? "" : " with " + conditions);
}

/// Whether both are of one family of kernels, "fft" or "fft-opencl", perhaps of other numbers.
bool are_of_one_family(std::string_view one, std::string_view other)
{
    return one.substr(0, one.find(' ')) == other.substr(0, other.find(' '));
}

/// Adds the entries for the device to `known`; `source` names the file in warnings.
std::size_t take(const tuning::Wisdom& wisdom, const DeviceName& device, const std::string& source,
                 KnownTable& known)
{
    std::size_t taken = 0;
    std::vector<std::string> outdated;
    for (const tuning::DeviceTable& table : wisdom.tables()) {
        if (table.device != device.name || !are_of_one_family(table.engine, device.engine)) {
            continue;
        }
        if (table.engine != device.engine || table.architecture != device.architecture ||
            table.conditions != device.conditions) {
            outdated.push_back(source + " has a table for " + table.device + " of " +
                               holds_for(table.engine, table.architecture, table.conditions) +
                               ", not " +
                               holds_for(device.engine, device.architecture, device.conditions) +
                               ": it is not used; tune again");
            continue;
        }
        for (const auto& [request, configuration] : table.entries) {
            try {
                validate_entry(request, configuration);
                known.table.remember(request, configuration);
                ++taken;
            } catch (const std::invalid_argument& error) {
                known.warnings.push_back(source + " has an entry for '" + request +
                                         "' that is not used: " + error.what());
            }
        }
    }
    if (taken == 0) {  // else someone has tuned again
        known.warnings.insert(known.warnings.end(), outdated.begin(), outdated.end());
    }
    return taken;
}

}  // namespace

KnownTable known_table(const DeviceName& device, const std::filesystem::path& file)
{
    KnownTable known;
    for (const ShippedWisdom& shipped : shipped_wisdom()) {
        const tuning::ParsedWisdom parsed = tuning::parse_wisdom(shipped.text);
        known.shipped += take(parsed.wisdom, device, std::string{shipped.path}, known);
    }
    tuning::WisdomOnDisk own = tuning::read_wisdom(file);
    known.warnings.insert(known.warnings.end(), own.warnings.begin(), own.warnings.end());
    known.own = take(own.wisdom, device, "the wisdom '" + file.string() + "'", known);
    return known;
}

std::shared_ptr<const KnownTable> table_of(const DeviceName& device)
{
    struct Kept {
        DeviceName device;
        std::filesystem::path file;
        std::shared_ptr<const KnownTable> known;
    };
    static ForkMutex mutex;
    static std::vector<Kept> all;
    const std::filesystem::path file = tuning::wisdom_file_in_use();
    const auto kept = [&]() -> std::shared_ptr<const KnownTable> {
        const auto found = std::ranges::find_if(
            all, [&](const Kept& one) { return one.device == device && one.file == file; });
        return found == all.end() ? nullptr : found->known;
    };
    {
        const std::lock_guard lock{mutex};
        if (auto known = kept()) {
            return known;
        }
    }
    // Reading takes long, and a fork waits for the mutex: of tables that several threads read at the
    // same time the first one is kept.
    auto read = std::make_shared<const KnownTable>(known_table(device, file));
    const std::lock_guard lock{mutex};
    if (auto known = kept()) {
        return known;
    }
    all.push_back({device, file, std::move(read)});
    return all.back().known;
}

tuning::DeviceTable to_wisdom(const TunedTable& table, const DeviceName& device,
                              const std::string& date)
{
    return {.device = device.name,
            .architecture = device.architecture,
            .conditions = device.conditions,
            .engine = device.engine,
            .date = date,
            .entries = table.entries()};
}

}  // namespace tobiuo::fft
