// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/result_files.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/version.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/manifest.hpp"
#include "app/output/picture/picture.hpp"
#include "app/output/staging.hpp"
#include "app/printable.hpp"
#include "app/ranks/rank_planes.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {

std::filesystem::path folder_of_all(const World& world, const RunFolder* folder)
{
    return world.from_first(folder == nullptr ? std::string{}
                                              : std::filesystem::absolute(folder->path()).string());
}

std::vector<ListedFile> all_listed(const World& world, const ListedFile& own)
{
    const std::vector<std::string> names = ranks::gathered_texts(world.ranks(), own.name);
    const std::vector<std::uintmax_t> bytes = ranks::gathered(world.ranks(), own.bytes);
    const std::vector<std::string> sums = ranks::gathered_texts(world.ranks(), own.sha256);
    std::vector<ListedFile> all;
    for (std::size_t rank = 0; rank < names.size(); ++rank) {
        if (!names[rank].empty()) {
            all.push_back({.name = names[rank], .bytes = bytes[rank], .sha256 = sums[rank]});
        }
    }
    return all;
}

namespace {

/// A file in the staging folder that is there on all ranks while it is there on the first.
class Mark {
public:
    explicit Mark(const std::filesystem::path& folder)
        : path_{staging_in(folder) / fmt::format("mark-{}", ::getpid())}
    {
        write_text(path_, "rank 0 is here\n");
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark()
    {
        std::error_code nobody_left_to_tell;
        std::filesystem::remove(path_, nobody_left_to_tell);
    }

    [[nodiscard]] std::string name() const { return path_.filename().string(); }

private:
    std::filesystem::path path_;
};

/// Throws unless this rank sees the mark in `folder`, and can write beside it.
void check_folder(const std::filesystem::path& folder, const std::string& mark,
                  const std::string& piece)
{
    std::error_code unknown;
    if (!std::filesystem::exists(staging_in(folder) / mark, unknown)) {
        throw OutputError{fmt::format(
            "the folder '{}', which rank 0 has made, is not there for this rank, which has to "
            "write a piece of the fields (its machine has another file system there): choose one "
            "that all machines share with --output",
            printable(folder.string()))};
    }
    write_staged(folder, piece, [](const std::filesystem::path& path) { prove_writable(path); });
}

std::string name_of_piece(const Grid& grid, int rank)
{
    return piece_path("p" + index_extension(grid), rank).string();
}

/// Writes the own planes of this rank as a piece, and on rank 0 the index. Collective.
void write_pieces(RunFolder* folder, const World& world, const ImageDescription& description,
                  ranks::Slice own, std::span<const Field> fields)
{
    const std::filesystem::path place = folder_of_all(world, folder);
    const std::vector<ranks::Slice> slices = ranks::gathered(world.ranks(), own);
    const auto start = std::chrono::steady_clock::now();
    ListedFile piece;
    world.together([&] {
        if (own.count == 0) {
            return;
        }
        ImageDescription part = description;
        part.piece = own;
        const std::string name = name_of_piece(description.grid, world.rank());
        write_staged(place, name, [&](const std::filesystem::path& path) {
            write_fields(path, part, fields);
            piece = listed(path.parent_path(), name);
        });
    });
    const std::vector<ListedFile> pieces = all_listed(world, piece);
    world.together([&] {
        if (folder == nullptr) {
            return;
        }
        folder->add_seconds(seconds_since(start));
        for (const ListedFile& one : pieces) {
            folder->add_written(one);
        }
        folder->add(fields_name(description.grid, &world), [&](const std::filesystem::path& path) {
            write_fields_index(path, description, fields, slices);
        });
    });
}

/// Writes the picture, if the case wants one, for which rank 0 reads the planes of all ranks.
void add_picture(RunFolder* folder, const World* world, const FinalResults& results)
{
    const auto& wanted = results.the_case.output.picture;
    PictureSubject picture = results.picture;
    picture.read = wanted ? results.planes_of(wanted->field) : poisson::PlaneReader{};
    std::optional<RemotePlanes> remote;
    if (world != nullptr) {
        remote.emplace(*world, results.own, results.blocks.values, std::vector{picture.read});
        picture.read = remote->reader(0);
    }
    if (folder == nullptr) {
        remote->serve();
        return;
    }
    if (wanted) {
        add_picture(*folder, results.the_case, *wanted, picture);
    }
    if (remote) {
        remote->end();
    }
}

/// Writes the picture and the fields, with what the manifest will say of them.
void write_all_fields(RunFolder* folder, const World* world, const FinalResults& results)
{
    add_picture(folder, world, results);
    const ImageDescription& description = results.description;
    std::vector<Field> fields;
    for (const std::string& name : results.the_case.output.fields) {
        fields.push_back({.name = name,
                          .values = StreamedValues{.read = results.planes_of(name),
                                                   .blocks = results.blocks,
                                                   .precision = results.precision}});
    }
    const std::string file = fields_name(description.grid, world);
    if (world != nullptr) {
        write_pieces(folder, *world, description, results.own, fields);
    } else {
        folder->add(file, [&](const std::filesystem::path& path) {
            write_fields(path, description, fields);
        });
    }
    if (folder != nullptr) {
        folder->add_text("results.pvd", pvd_text(file, description.time));
        folder->hash();
    }
}

}  // namespace

void add_picture(RunFolder& folder, const Case& the_case, const PictureSection& wanted,
                 const PictureSubject& subject)
{
    const int normal = wanted.plane.value_or(middle_cut(subject.grid, subject.preferred).normal);
    const Axis& across = subject.grid.axes.at(static_cast<std::size_t>(normal));
    const Cut cut{.normal = normal, .at = wanted.at.value_or(middle_of(across))};
    const PictureText text{.name = the_case.name,
                           .field = wanted.field,
                           .quantity = subject.quantity,
                           .details = subject.details};
    folder.add(subject.file, [&](const std::filesystem::path& path) {
        write_picture(path, subject.grid, cut, subject.read, text, wanted.look, subject.solid);
    });
}

std::string fields_name(const Grid& grid, const World* world)
{
    return world == nullptr ? "p" + std::string{fields_extension(grid)}
                            : "p" + index_extension(grid);
}

void require_shared(const World& world, const RunFolder* folder)
{
    const std::filesystem::path place = folder_of_all(world, folder);
    std::optional<Mark> mark;
    world.together([&] {
        if (folder != nullptr) {
            mark.emplace(place);
        }
    });
    const std::string name = world.from_first(mark ? mark->name() : std::string{});
    world.together([&] { check_folder(place, name, fmt::format("probe-{}", world.rank())); });
}

std::string cells_text(const Grid& grid, int dimensions)
{
    std::string text;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        text += (axis == 0 ? "" : " x ") + std::to_string(grid.axes.at(axis).cells);
    }
    return text + " cells";
}

std::map<std::string, std::string> metadata_of(const Case& the_case, std::string_view solver)
{
    std::map<std::string, std::string> metadata{{"case", the_case.name},
                                                {"solver", std::string{solver}},
                                                {"program", "tobiuo " + version_text()}};
    if (written_precision(the_case) != computed_precision(the_case)) {
        metadata["rounded"] = "computed in double, written in single precision";
    }
    return metadata;
}

void write_final_results(RunFolder* folder, const World* world, const FinalResults& results)
{
    if (folder != nullptr) {
        for (const auto& [name, text] : results.texts) {
            folder->add_text(name, text);
        }
    }
    write_before_report([&] { write_all_fields(folder, world, results); },
                        [&] {
                            if (folder != nullptr) {
                                results.write_report(*folder);
                            }
                        });
    if (folder != nullptr) {
        add_report_page(*folder);
        folder->finish(results.status);
    }
}

}  // namespace tobiuo
