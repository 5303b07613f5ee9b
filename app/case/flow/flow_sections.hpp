// SPDX-License-Identifier: BSD-3-Clause
// The sections of a flow that are read with its faces and its box in view: faces, scalar, obstacles,
// statistics and probes.
#pragma once

#include "app/case/case.hpp"
#include "app/case/flow/flow_case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The keys of the sections.
[[nodiscard]] Key faces_key();
[[nodiscard]] Key scalar_key();
/// A field at the start: a number, an expression or an array of a file.
[[nodiscard]] Key start_field_key(std::string path, const std::string& what);
[[nodiscard]] Key scalars_key();
[[nodiscard]] Key statistics_key();
[[nodiscard]] Key probes_key();
[[nodiscard]] Key means_key();
[[nodiscard]] Key spectra_key();
[[nodiscard]] Key exact_key();
[[nodiscard]] Key obstacles_key();

/// Reads the faces of the scalar, or the scalars, and checks them. The faces of the flow are wrong if
/// they are not known: then what depends on them is not reported as well.
void read_scalars(const Section& root, bool faces_are_known, FlowCase& flow);
/// Reports scalars on obstacles that are not there, and those that hold to no sponge.
void check_scalars(const Section& root, const FlowCase& flow);
/// Reports statistics along an axis that the case has not.
void check_statistics(const Section& root, const FlowCase& flow);
/// Reports means of what the case has not, and windows without time.
void check_means(const Section& root, const FlowCase& flow);
/// Reports an exact solution without anything, or with a scalar that the flow has not.
void check_exact(const Section& root, const FlowCase& flow);
/// Reports spectra that there are not: along walls, in layers outside of the box.
void check_spectra(const Section& root, bool faces_are_known, const FlowCase& flow);
/// Reads the lines of a flow's section `output`, and reports those that are not in the box.
void read_lines(const Section& root, Case& the_case);
[[nodiscard]] Key lines_key();
/// Reads the obstacles.
void read_obstacles(const Section& root, FlowCase& flow);
/// Reads the points of the probes, and reports those that are not in the box.
void read_points(const Section& root, FlowCase& flow);

}  // namespace tobiuo::casefile
