// The benchmark of transforms as JSON, schema tobiuo-bench-fft-2 (docs/fft-bench.md).
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/row.hpp"

namespace tobiuo::fft_bench {

/// The whole file, indented, with a newline at its end. `versions` is an object as versions_json()
/// gives it; those of the libraries are added.
[[nodiscard]] std::string fft_json(const Machine& machine, const std::vector<Row>& rows,
                                   const std::string& versions, const std::string& date);

}  // namespace tobiuo::fft_bench
