// The harness of all benchmarks: it prints row by row, keeps the rows so far if a benchmark ends
// early, and writes them with the machine and the versions as JSON.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/measurement.hpp"
#include "app/bench/table.hpp"
#include "app/errors.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::bench {

/// The machine that was measured. Properties that a benchmark does not need are not measured and 0.
struct Machine {
    std::string host;                   ///< "Intel Xeon, 16 threads"
    std::string device = {};            ///< name; empty without one
    std::int64_t l2_bytes{};            ///< size of the device's L2 cache
    double copy_bytes_per_second{};     ///< bandwidth of the device's memory, read and written
    double ceiling_bytes_per_second{};  ///< the host's ceiling, by memory::measure_ceiling()
    std::string opencl_device = {};     ///< in words; empty without one
    double opencl_bytes_per_second{};   ///< the ceiling of its memory
};

/// The host with `threads` threads (0: all) and, if a device is given, the device with the
/// bandwidth of the driver's copy, which is measured now. Throws device::DeviceError.
[[nodiscard]] Machine machine_of(std::optional<int> device, int threads = 0);

/// The versions and the date of a measurement, as JSON names them.
struct Origin {
    Json versions;
    std::string date;  ///< UTC
};
[[nodiscard]] Origin origin_of(bool with_cuda);

/// The rows in the order of measurement, and the versions of the libraries.
struct Results {
    std::vector<Json> rows;
    std::map<std::string, std::string> versions;

    /// Adds a row, and the version of the implementation if it has one.
    void add(Json row, const Implementation& one);
};

/// The first keys of a JSON document: schema, device, host, driver, git, versions with those of the
/// libraries, date.
[[nodiscard]] Json document(const std::string& schema, const Machine& machine, Origin origin,
                            const Results& results = {});

/// Adds ms, ms_min, ms_max, repetitions and executions_per_repetition to a row.
void put_times(Json& row, const Implementation& one);

/// A benchmark: the text above its table, its columns, and its problems, each of which adds its
/// rows to the results.
struct Benchmark {
    std::string head = {};
    std::vector<Column> columns = {};
    std::vector<std::function<void(Results&)>> problems = {};
    std::function<std::string(const Results&)> foot = {};
};

/// Measures one problem after the other, prints its rows, and calls `keep` with all rows; see
/// measure_and_keep().
[[nodiscard]] ExitCode run(const Benchmark& benchmark,
                           const std::function<void(const Results&)>& keep);

/// Calls `measure`, which checks stop_requested(), and then `keep`, also after a signal or a
/// failure of the device, which is thrown afterwards. `what` names the results: "rows".
[[nodiscard]] ExitCode measure_and_keep(std::string_view what, const std::function<void()>& measure,
                                        const std::function<void()>& keep);

/// Whether `needed` bytes fit into the `free` ones of `where` ("on the device"); otherwise warns
/// that `problem` is skipped.
[[nodiscard]] bool fits(const std::string& problem, const char* where, double needed,
                        std::int64_t free);

}  // namespace tobiuo::bench
