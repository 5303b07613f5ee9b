// SPDX-License-Identifier: BSD-3-Clause
// Tables of tuned configurations: those shipped for measured GPUs, and the user's.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "runtime/tuning/wisdom.hpp"

namespace tobiuo::fft {

/// The engine of a table: the family of kernels and a number. Raise the number when the texts of
/// requests or configurations change, or when kernels change so much that old entries mislead.
inline constexpr std::string_view table_engine = "fft 3";
/// The same of the kernels in OpenCL C.
inline constexpr std::string_view opencl_table_engine = "fft-opencl 1";

/// A device as tables name it, with the kernels that run on it.
struct DeviceName {
    std::string name;             ///< "NVIDIA H200"
    std::string architecture;     ///< "9.0"; of OpenCL its platform
    std::string conditions = {};  ///< of OpenCL its version and driver; of CUDA nothing
    std::string engine = std::string{table_engine};

    [[nodiscard]] bool operator==(const DeviceName&) const = default;
};

/// What is known for a device, and a warning for each thing that is not used: a damaged file or
/// entry, or a table of another engine or driver.
struct KnownTable {
    TunedTable table;
    std::vector<std::string> warnings;
    std::size_t shipped = 0;  ///< entries of the tables that the library brings along
    std::size_t own = 0;      ///< entries of the user's file
};

/// The shipped table, in which the user's entries in `file` replace others; `file` may be empty or
/// not exist. The content of the file never makes it throw.
[[nodiscard]] KnownTable known_table(const DeviceName& device, const std::filesystem::path& file);

/// The known table of a device with tuning::wisdom_file_in_use(). It is read once per process, device
/// and file and lives until the process ends. Any thread may call it.
[[nodiscard]] std::shared_ptr<const KnownTable> table_of(const DeviceName& device);

/// table_of() the CUDA device that is current. Throws DeviceError.
[[nodiscard]] std::shared_ptr<const KnownTable> table_of_current_device();

/// The choices, with the table of the current CUDA device if they have none. Throws DeviceError.
[[nodiscard]] Choices with_known_table(Choices choices);

/// The entries that tuning found, as a part of a wisdom file.
[[nodiscard]] tuning::DeviceTable to_wisdom(const TunedTable& table, const DeviceName& device,
                                            const std::string& date);

/// A wisdom file of wisdom/ in the source tree: its name and its text.
struct ShippedWisdom {
    std::string_view path;
    std::string_view text;
};
[[nodiscard]] std::span<const ShippedWisdom> shipped_wisdom();

}  // namespace tobiuo::fft
