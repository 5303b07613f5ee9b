// SPDX-License-Identifier: BSD-3-Clause
// A study of the memory: forms of access, measured over a range of x, beside the papers' figures.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "studies/memory/probe/probe.hpp"
#include "studies/published/published.hpp"

namespace tobiuo::memory_study {

/// The measured quantity: bytes read and written per time, or the time of one dependent load.
enum class Quantity { gbps, ns };

/// The key in JSON: "gbps" or "ns".
[[nodiscard]] std::string key_of(Quantity quantity);
/// The unit: "GB/s" or "ns".
[[nodiscard]] std::string unit_of(Quantity quantity);

/// The median and the range of the repetitions, in the unit of the quantity.
struct Measurement {
    double median{};
    double least{};
    double most{};
    int repetitions{};
    std::int64_t units{};    ///< launches, or steps of the chase, in each repetition
    std::int64_t threads{};  ///< threads of the kernel; 0 if the driver chose
};

/// A form of access: one column of a table and one curve of a chart. Members that do not apply are
/// empty.
struct Form {
    std::string heading;            ///< heading of its column: "16+b"
    std::string method = "kernel";  ///< "kernel" or "driver"
    std::optional<int> streams;
    std::optional<bool> barrier;
    std::optional<int> element_bytes;
    std::optional<int> threads_per_block;
    std::optional<int> lines_per_step;  ///< for a chase
    std::string output;                 ///< pattern written: "A" to "D"
    /// Makes the probe with its arrays. Throws device::DeviceError.
    std::function<std::unique_ptr<memory::Probe>(double x)> probe;
};

struct Study {
    std::string name;        ///< "copy-size", as in --only and JSON
    std::string title;       ///< one line above its table
    std::string conditions;  ///< what all forms have in common, in words
    std::string x;           ///< key of JSON: "bytes", "threads", "streams", "input"
    Quantity quantity = Quantity::gbps;
    std::vector<double> xs;
    std::vector<Form> forms;
    std::function<std::int64_t(double x)> bytes;     ///< bytes that a probe allocates
    std::function<std::string(double x)> row_label;  ///< "64 MiB", "A"
    std::vector<PublishedSeries> published;          ///< the papers' series of this study
};

struct Point {
    double x{};
    std::int64_t bytes{};
    Measurement measured;
};

/// A study with its measurements: points[f] belong to forms[f].
struct Result {
    Study study;
    std::vector<std::vector<Point>> points;
};

/// The measured device, as JSON and page name it.
struct Machine {
    std::string name;
    std::string compute_capability;  ///< "9.0"
    int multiprocessors{};
    std::int64_t memory_bytes{};
    std::int64_t l2_bytes{};
    std::int64_t threads{};  ///< resident at a time
    double peak_gbps{};      ///< from memory clock and bus width; 0 if unknown
};

}  // namespace tobiuo::memory_study
