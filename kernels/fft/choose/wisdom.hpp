// Tables of tuned blocks: those that are shipped for GPUs that were measured, and the user's.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo::fft {

/// The engine of a table, raised when the words of requests or configurations change, or kernels so
/// much that old findings mislead.
inline constexpr std::string_view table_engine = "fft 3";

/// A GPU as tables name it.
struct DeviceName {
    std::string name;          ///< "NVIDIA H200"
    std::string architecture;  ///< "9.0"

    [[nodiscard]] bool operator==(const DeviceName&) const = default;
};

/// What is known for a device, and a sentence for each thing that is not used: a damaged file or
/// entry, a table of another engine.
struct KnownTable {
    TunedTable table;
    std::vector<std::string> warnings;
    std::size_t shipped = 0;  ///< entries that the program brings along
    std::size_t own = 0;      ///< entries of the user's
};

/// The shipped table with the user's entries in `file` in place of its own; `file` may be empty or not
/// be there. Never throws for what is in the file.
[[nodiscard]] KnownTable known_table(const DeviceName& device, const std::filesystem::path& file);

/// The same for the device that is current now, with tuning::default_wisdom_file(), read once per
/// process and device; what it refers to stays until the process ends. Throws DeviceError.
[[nodiscard]] std::shared_ptr<const KnownTable> table_of_current_device();

/// The choices, with the table of the current device where they name none. Throws DeviceError.
[[nodiscard]] Choices with_known_table(Choices choices);

/// What tuning found, as a part of a wisdom file.
[[nodiscard]] tuning::DeviceTable to_wisdom(const TunedTable& table, const DeviceName& device,
                                            const std::string& date);

/// A wisdom file of wisdom/ in the source tree, by name and text.
struct ShippedWisdom {
    std::string_view path;
    std::string_view text;
};
[[nodiscard]] std::span<const ShippedWisdom> shipped_wisdom();

}  // namespace tobiuo::fft
