#include "kernels/fft/choose/wisdom.hpp"

#include <stdexcept>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/choose/merge.hpp"
#include "kernels/tuning/wisdom_file.hpp"
#include "kernels/tuning/wisdom_json.hpp"

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

/// Adds the entries for the device to `known`; `source` names the file in warnings.
std::size_t take(const tuning::Wisdom& wisdom, const DeviceName& device, const std::string& source,
                 KnownTable& known)
{
    std::size_t taken = 0;
    for (const tuning::DeviceTable& table : wisdom.tables()) {
        if (table.device != device.name || !table.engine.starts_with("fft ")) {
            continue;
        }
        if (table.engine != table_engine || table.architecture != device.architecture) {
            known.warnings.push_back(source + " has a table for " + table.device + " of engine '" +
                                     table.engine + "' and architecture " + table.architecture +
                                     ", not '" + std::string{table_engine} + "' and " +
                                     device.architecture + ": it is not used; tune again");
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

tuning::DeviceTable to_wisdom(const TunedTable& table, const DeviceName& device,
                              const std::string& date)
{
    return {.device = device.name,
            .architecture = device.architecture,
            .engine = std::string{table_engine},
            .date = date,
            .entries = table.entries()};
}

}  // namespace tobiuo::fft
