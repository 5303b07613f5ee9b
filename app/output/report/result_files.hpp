// SPDX-License-Identifier: BSD-3-Clause
// Files that the runs of several solvers write: texts, pictures, fields, of ranks in pieces.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/run_folder.hpp"
#include "app/printable.hpp"
#include "app/ranks/world.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// What a picture shows, and how its case calls it.
struct PictureSubject {
    const Grid& grid;
    LayerReader read{};      ///< reads the field's values
    LayerReader solid{};     ///< reads where bodies are, as write_picture() has it; null without
    std::string quantity{};  ///< the field's name, perhaps with a unit
    std::string details{};   ///< the run in a few words
    int preferred{};         ///< the axis across which a slice is taken by default
    std::string file = "p.png";
};

/// Writes a picture of the case. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSection& wanted,
                 const PictureSubject& subject);

/// The file that ParaView opens: p.vti on one rank, where `world` is null, and on several the index
/// of the pieces, p.pvti; p.vtr and p.pvtr if an axis is stretched.
[[nodiscard]] std::string fields_name(const Grid& grid, const World* world);

/// Throws OutputError, on all ranks RanksError, unless each can write where rank 0, the only one
/// with a `folder`, has made that. Collective.
void require_shared(const World& world, const RunFolder* folder);

/// The folder of rank 0, the only one that has it. Collective.
[[nodiscard]] std::filesystem::path folder_of_all(const World& world, const RunFolder* folder);

/// What is to be listed of the piece of each rank; nothing of one without planes. Collective.
[[nodiscard]] std::vector<ListedFile> all_listed(const World& world, const ListedFile& own);

/// "96 x 48 cells": those of the axes that the case has.
[[nodiscard]] std::string cells_text(const Grid& grid, int dimensions);

/// What a file of fields says of its case: its name, the solver, the program.
[[nodiscard]] std::map<std::string, std::string> metadata_of(const Case& the_case,
                                                             std::string_view solver);

/// Calls write(), then write_report(), which tells how long that took: also where write() throws,
/// because the report is small, and a file that could not be written no longer takes space.
template <typename Write, typename WriteReport>
void write_before_report(const Write& write, const WriteReport& write_report)
{
    try {
        write();
    } catch (...) {
        try {
            write_report();
        } catch (const OutputError&) {  // the first error is the one to be told
        }
        throw;
    }
    write_report();
}

/// Calls write(), which may fill in the time of the report, and prints its summary, also where a
/// file could not be written: the result is not lost.
template <typename Write, typename Report>
void write_and_print(const Write& write, const Report& report)
{
    try {
        write();
    } catch (...) {
        print(summary_text(report));
        throw;
    }
    print(summary_text(report));
}

/// The results of a run that has one time.
struct FinalResults {
    const Case& the_case;
    /// The files that are texts, by their names; empty on ranks without a folder.
    std::vector<std::pair<std::string, std::string>> texts;
    /// Writes report.json and summary.txt, which tell how long the rest took, into the folder.
    std::function<void(RunFolder&)> write_report;
    std::string status;
    ImageDescription description;  ///< of the fields that are written
    PictureSubject picture;        ///< of which `planes_of` reads the values
    poisson::PlaneBlocks blocks;   ///< of each field
    Precision precision;           ///< in which they are written
    /// Gives what reads planes of the field of this name, on several ranks own ones.
    std::function<poisson::PlaneReader(const std::string& name)> planes_of;
    ranks::Slice own;  ///< on several ranks the planes that this one reads, on nodes also the next
                       ///< rank's first; those of all cover the grid in order
};

/// Writes every file of the run, on several ranks together with all of them: only rank 0 has a
/// `folder`, and `world` is null on one rank. First come the texts and p.png, so that a full disk
/// costs only the fields, then p.vti (p.vtr for a stretched grid; all requested fields; on several
/// ranks a piece of each, and their index), results.pvd, the report, report.html and the manifest.
/// Throws OutputError, on all ranks RanksError.
void write_final_results(RunFolder* folder, const World* world, const FinalResults& results);

}  // namespace tobiuo
