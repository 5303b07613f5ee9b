// SPDX-License-Identifier: BSD-3-Clause
// The harness of all benchmarks: it measures problem by problem, prints a line for each row, keeps
// the rows so far if a benchmark ends early, and writes them with the machine and the versions.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/machines.hpp"
#include "app/bench/measurement.hpp"
#include "app/bench/selection.hpp"
#include "app/errors.hpp"
#include "app/output/html/bench_file.hpp"

namespace tobiuo::bench {

using Json = nlohmann::ordered_json;

/// The text of a figure of a row; "-" if the figure is null.
using Cell = std::function<std::string(const Json& row)>;

/// A cell of the figure `key` as a text, with a number of decimals, as 1.00e-07, as bytes, or in
/// milliseconds with about five digits.
[[nodiscard]] Cell word(std::string key);
[[nodiscard]] Cell fixed(std::string key, int decimals);
[[nodiscard]] Cell scientific(std::string key);
[[nodiscard]] Cell bytes(std::string key);
[[nodiscard]] Cell milliseconds(std::string key);

struct Column {
    std::string heading;
    int width{};  ///< below zero: texts are aligned to the left
    Cell cell;
};

/// The line of headings.
[[nodiscard]] std::string heading_line(const std::vector<Column>& columns);
/// The line of a row.
[[nodiscard]] std::string line_of(const std::vector<Column>& columns, const Json& row);

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
/// Adds null for each key.
void put_nulls(Json& row, std::initializer_list<const char*> keys);
/// Adds `key` to rows of one problem if `peer` is among their contestants: its time divided by the
/// row's, so that values above 1 are faster than the peer. The times are those under `time`.
void put_ratios(std::span<Json> rows, std::string_view peer, const std::string& key,
                const char* time = "ms");

/// A problem whose contestants are measured by turns, machine by machine.
struct Job {
    /// The planned contestants of a team; none, after a warning, if their arrays do not fit.
    std::function<std::vector<Implementation>(const Team& team)> contestants;
    std::function<Json(const Implementation& one, const MachineKind& machine)> row;
    /// Adds to the rows of this problem what compares them with each other.
    std::function<void(std::span<Json> rows)> compare = {};
    Pace pace = {};
    std::function<void()> before_round = {};  ///< of repetitions
};

/// Adds a row for each contestant of the teams; after a signal, the rows so far.
void add_rows(const Job& job, std::span<const Team> teams, Results& results);

/// A benchmark: the text above its table, its columns, its problems, each of which adds its rows to
/// the results, the text below the table, and the document with all rows.
struct Benchmark {
    std::string head = {};
    std::vector<Column> columns = {};
    std::vector<std::function<void(Results&)>> problems = {};
    std::function<std::string(const Results&)> foot = {};
    std::function<Json(const Results&)> document = {};
};

/// Measures one problem after the other, prints its rows, and writes the document to the file of
/// --json, if there is one; see measure_and_keep().
[[nodiscard]] ExitCode run(const Benchmark& benchmark, const std::optional<BenchFile>& json);

/// Calls `measure`, which checks stop_requested(), and then `keep`, also after a signal or a
/// failure of the device, which is thrown afterwards. `what` names the results: "rows".
[[nodiscard]] ExitCode measure_and_keep(std::string_view what, const std::function<void()>& measure,
                                        const std::function<void()>& keep);

}  // namespace tobiuo::bench
