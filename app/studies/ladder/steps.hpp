// The steps of `tobiuo bench himeno --ladder`: those of the paper's table 3, then those of later GPUs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::ladder {

using Parameters = std::map<std::string, std::string, std::less<>>;

/// The step that the others are compared with: the paper's base implementation.
inline constexpr int base_step = 2;

struct Step {
    int number{};           ///< from 1; the x of the paper's figures
    std::string name;       ///< what is new
    std::string kernel;     ///< empty: a program that we have not
    Parameters parameters;  ///< all switches of that kernel, or none: its own choice
};

/// In order; a step of the paper has the switches of the one before and its own.
///
/// Source    Naruse, Sumimoto, Kumon 2008, section 5 and table 3.
[[nodiscard]] std::vector<Step> steps();

}  // namespace tobiuo::ladder
