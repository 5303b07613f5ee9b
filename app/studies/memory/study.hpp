// A study of the memory: forms of access that are measured over a range of x, beside the papers'.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/published/published.hpp"
#include "kernels/memory/study/probe.hpp"

namespace tobiuo::memory_study {

/// What is measured: bytes read and written per time, or the time of one dependent load.
enum class Quantity { gbps, ns };

/// "gbps" or "ns": the key of JSON.
[[nodiscard]] std::string key_of(Quantity quantity);
/// "GB/s" or "ns".
[[nodiscard]] std::string unit_of(Quantity quantity);

/// Median and range of the repetitions, in the unit of the quantity.
struct Measurement {
    double median{};
    double least{};
    double most{};
    int repetitions{};
    std::int64_t units{};    ///< launches, or steps of the chase, in each repetition
    std::int64_t threads{};  ///< that ran; 0 where the driver chose
};

/// A form of access: one column of a table, one curve of a plot. What does not apply is absent.
struct Form {
    std::string heading;            ///< of its column: "16+b"
    std::string method = "kernel";  ///< "kernel" or "driver"
    std::optional<int> streams;
    std::optional<bool> barrier;
    std::optional<int> element_bytes;
    std::optional<int> threads_per_block;
    std::optional<int> lines_per_step;  ///< of a chase
    std::string output;                 ///< pattern written: "A" to "D"
    /// Allocates what it needs. Throws device::DeviceError.
    std::function<std::unique_ptr<memory::Probe>(double x)> probe;
};

struct Study {
    std::string name;        ///< "copy-size", as --only and JSON call it
    std::string title;       ///< one line above its table
    std::string conditions;  ///< what holds for all forms, in words
    std::string x;           ///< key of JSON: "bytes", "threads", "streams", "input"
    Quantity quantity = Quantity::gbps;
    std::vector<double> xs;
    std::vector<Form> forms;
    std::function<std::int64_t(double x)> bytes;     ///< that a probe allocates
    std::function<std::string(double x)> row_label;  ///< "64 MiB", "A"
    std::vector<PublishedSeries> published;          ///< of the papers, about the same
};

struct Point {
    double x{};
    std::int64_t bytes{};
    Measurement measured;
};

/// A study with what was measured of it: points[f] belong to forms[f].
struct Result {
    Study study;
    std::vector<std::vector<Point>> points;
};

/// The device measured, as JSON and plot name it.
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
