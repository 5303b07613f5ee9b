// The fields of several ranks, each of which writes a piece into the folder of the run.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/output/field/vti.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "kernels/ranks/slice.hpp"

namespace tobiuo {

/// The file that ParaView opens: p.vti on one rank, where `world` is null, and on several the index
/// of the pieces, p.pvti. `extension` is that of one file.
[[nodiscard]] std::string fields_name(std::string_view extension, const World* world);

/// Writes the own planes of this rank as a piece, and on rank 0, the only one with a `folder`, the
/// index. Fields are StreamedValues of the whole grid that read own planes, and on nodes the first
/// one of the next rank. Collective. Throws OutputError, on all ranks RanksError.
void write_pieces(RunFolder* folder, const World& world, const ImageDescription& description,
                  ranks::Slice own, std::span<const Field> fields);

}  // namespace tobiuo
