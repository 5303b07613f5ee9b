// The files of a flow run: fields at times, pictures, report, summary, ParaView collection.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/output/run_folder.hpp"

namespace tobiuo {

/// The name of file `index` of the series: "flow_00012.vti", a .vtr for a stretched grid.
[[nodiscard]] std::string flow_file_name(const Grid& grid, std::int64_t index);

/// Writes one file of the series. Throws OutputError.
void write_flow_fields(RunFolder& folder, const FlowCase& flow, const Case& the_case,
                       const TimedFile& file, std::span<const Field> fields);

/// Gives what reads layers of a quantity: speed, u, v, w or p.
using QuantityReader = std::function<LayerReader(const std::string& quantity)>;

/// Writes all but the series and the tables: the small files first, so that a full disk costs as little as
/// possible, then the pictures by what reads layers of a quantity (nothing where the velocity is
/// not finite), results.pvd and the manifest. Throws OutputError.
void write_flow_results(RunFolder& folder, const FlowReport& report,
                        const QuantityReader& reader_of);

}  // namespace tobiuo
