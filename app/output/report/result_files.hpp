// Files that the runs of several solvers write: pictures, and the fields of ranks in pieces.
#pragma once

#include <span>
#include <string>

#include "app/case/case.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// What a picture shows, and how its case calls it.
struct PictureSubject {
    const Grid& grid;
    LayerReader read;      ///< reads the field's values
    std::string quantity;  ///< the field's name, perhaps with a unit
    std::string details;   ///< the run in a few words
    int preferred;         ///< the axis across which a slice is taken by default
    std::string file = "p.png";
};

/// Writes the picture if the case wants one. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSubject& subject);

/// Writes a picture of the case. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSection& wanted,
                 const PictureSubject& subject);

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
