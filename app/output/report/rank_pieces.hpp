// The fields of several ranks, each of which writes a piece into the folder of the run.
#pragma once

#include <span>
#include <string>

#include "app/output/field/vti.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "kernels/ranks/slice.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The file that ParaView opens: p.vti on one rank, where `world` is null, and on several the index
/// of the pieces, p.pvti; p.vtr and p.pvtr if an axis is stretched.
[[nodiscard]] std::string fields_name(const Grid& grid, const World* world);

/// Throws OutputError, on all ranks RanksError, unless each can write where rank 0, the only one
/// with a `folder`, has made that. Collective.
void require_shared(const World& world, const RunFolder* folder);

/// Writes the own planes of this rank as a piece, and on rank 0 the index. Fields are
/// StreamedValues of the whole grid that read own planes, and on nodes the first one of the next
/// rank; own planes of all ranks cover the grid in order. Collective. Throws as require_shared()
/// does.
void write_pieces(RunFolder* folder, const World& world, const ImageDescription& description,
                  ranks::Slice own, std::span<const Field> fields);

}  // namespace tobiuo
