// What all JSON of the transforms' benchmark says of where it was measured.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/bench/fft/row.hpp"

namespace tobiuo::fft_bench {

/// Adds device, host, driver, git, versions, date, copy_gbps and l2_bytes to `json`.
void add_machine(nlohmann::ordered_json& json, const Machine& machine,
                 const nlohmann::ordered_json& versions, const std::string& date);

}  // namespace tobiuo::fft_bench
