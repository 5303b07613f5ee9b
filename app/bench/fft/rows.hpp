// SPDX-License-Identifier: BSD-3-Clause
// The rows of `tobiuo bench fft`, their table and their JSON (docs/fft-bench.md).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/harness.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/reference.hpp"

namespace tobiuo::fft_bench {

using bench::Json;
using bench::Machine;

/// One transform by one library, with the keys of a row of schema tobiuo-bench-fft-2; keys that do
/// not apply are null. `machine` is null for the host, whose memory is not described.
[[nodiscard]] Json row_of(const fft::Problem& problem, const bench::Implementation& one,
                          const Machine* machine);

/// Adds the errors of the row, and whether they are at rounding level.
void put_errors(Json& row, const fft::Problem& problem, const fft::Errors& errors);

/// Adds ratio_to_cufft to rows of one problem if cuFFT is among them: cuFFT's time divided by
/// the row's, so that values above 1 are faster than cuFFT.
void compare_with_cufft(std::span<Json> rows);

/// The time to read the input and write the output once for every axis of more than one point. A
/// transform of one axis a pass cannot be faster, unless it runs in a cache.
[[nodiscard]] double limit_seconds(const fft::Problem& problem, double copy_bytes_per_second);

/// Whether an error is at rounding level: at most 8 eps sqrt(log2 N) in the 2-norm.
[[nodiscard]] bool is_rounding(const fft::Problem& problem, double relative_l2);

/// The text of fft::describe() with x first.
[[nodiscard]] std::string problem_text(fft::Problem problem);

/// The properties of the machine: a line for the device and one for the host.
[[nodiscard]] std::string machine_text(const Machine& machine);

/// The columns of the table; "*" marks a size whose data fits into the L2 cache.
[[nodiscard]] std::vector<bench::Column> columns();

/// The meaning of the mark; empty if no row has it.
[[nodiscard]] std::string table_foot(const Machine& machine, std::span<const Json> rows);

/// The keys of the machine in all JSON of transforms: document() with copy_gbps and l2_bytes.
[[nodiscard]] Json fft_document(const std::string& schema, const Machine& machine,
                                const bench::Origin& origin, const bench::Results& results = {});

/// The whole file, schema tobiuo-bench-fft-2.
[[nodiscard]] Json fft_json(const Machine& machine, const bench::Results& results,
                            const bench::Origin& origin);

/// The word for options and JSON: "c2c", "in-place".
[[nodiscard]] std::string_view word_of(fft::Kind kind);
[[nodiscard]] std::string_view word_of(fft::Placement placement);

}  // namespace tobiuo::fft_bench
