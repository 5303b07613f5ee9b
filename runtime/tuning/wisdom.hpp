// SPDX-License-Identifier: BSD-3-Clause
// Wisdom: what tuning found to be fastest, and for what.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::tuning {

using Parameters = std::map<std::string, std::string, std::less<>>;

/// What a measurement holds for; it counts only where all members are equal.
struct Situation {
    std::string problem;       ///< "himeno 256x256x512 single, one-sweep"
    std::string device;        ///< the GPU or the processor by name
    std::string architecture;  ///< compute capability "9.0", or "x86_64"
    std::string conditions;    ///< "CUDA driver 13.0", or "16 threads"
    std::string engine;        ///< "stencil 1"; the number is raised when kernels change

    [[nodiscard]] bool operator==(const Situation&) const = default;
};

/// The fastest parameters of one kernel in one situation.
struct Decision {
    Situation situation;
    std::string kernel;
    Parameters parameters;  ///< those that were chosen; the kernel chooses the others
    double gflops{};
    std::string date;  ///< UTC, "2026-11-21T04:05:06Z"
    int candidates{};  ///< how many were compared
};

/// What tuning found for the parts that problems share on one device, such as the passes of
/// transforms: a configuration for each request, both as texts of the engine.
struct DeviceTable {
    std::string device;           ///< as Situation::device
    std::string architecture;     ///< as Situation::architecture
    std::string conditions = {};  ///< as Situation::conditions; empty: all
    std::string engine;           ///< "fft 3"; the number is raised when requests or kernels change
    std::string date;             ///< UTC, of the last entry
    Parameters entries;

    [[nodiscard]] bool operator==(const DeviceTable&) const = default;
};

/// Decisions, at most one for each situation and kernel, and tables, at most one for each device,
/// architecture, conditions and engine.
class Wisdom {
public:
    /// Remembers `decision` in place of what was known for the same situation and kernel.
    void remember(Decision decision);

    /// The fastest decision for `situation`, of `kernel` only if one is named; nothing if there is
    /// none.
    [[nodiscard]] std::optional<Decision> find(const Situation& situation,
                                               std::string_view kernel = {}) const;

    /// A decision about the same problem on the same device that does not apply, because the
    /// architecture, the conditions or the engine differ; nothing if there is none.
    [[nodiscard]] std::optional<Decision> outdated(const Situation& situation,
                                                   std::string_view kernel = {}) const;

    [[nodiscard]] std::span<const Decision> decisions() const { return decisions_; }

    /// Adds the entries of `news`; where an entry exists already, `news` replaces it.
    void remember(const DeviceTable& news);
    [[nodiscard]] std::span<const DeviceTable> tables() const { return tables_; }

private:
    std::vector<DeviceTable> tables_;
    std::vector<Decision> decisions_;
};

}  // namespace tobiuo::tuning
