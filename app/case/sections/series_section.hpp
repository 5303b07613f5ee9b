// SPDX-License-Identifier: BSD-3-Clause
// The key `series` of the section `output` of a flow: parts of the box that are written on the way.
#pragma once

#include <array>
#include <string_view>

#include "app/case/case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// What files of a flow may have.
inline constexpr std::array<std::string_view, 7> flow_fields{
    "velocity", "p", "scalar", "solid", "vorticity", "q_criterion", "dissipation"};

/// What a scalar may be called, which stands among these.
inline const Pattern name_of_scalar{.expression = std::string{own_name_expression},
                                    .words = "a name of letters, digits, - and _"};

/// The key: names, each with a map of what is written. It is one of a flow's section `output`.
[[nodiscard]] Key series_key();

/// Fills output.series of a flow, whose other members must have been read, and reports through
/// `root` parts that the grid has not, and more files of a series than their names have numbers for.
void read_series(const Section& root, Case& the_case);

/// Reports the fields of a section that the flow has not: scalars, by their names, and `solid`.
void check_flow_fields(const Section& section, const FlowCase& flow);

}  // namespace tobiuo::casefile
