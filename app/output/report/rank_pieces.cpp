#include "app/output/report/rank_pieces.hpp"

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "app/output/field/write_fields.hpp"
#include "app/ranks/remote_planes.hpp"

namespace tobiuo {

std::string fields_name(std::string_view extension, const World* /*world*/)
{
    return "p" + std::string{extension};
}

void write_pieces(RunFolder* folder, const World& world, const ImageDescription& description,
                  ranks::Slice own, std::span<const Field> fields)
{
    std::vector<poisson::PlaneReader> readers;
    for (const Field& field : fields) {
        readers.push_back(std::get<StreamedValues>(field.values).read);
    }
    const std::int64_t plane = std::get<StreamedValues>(fields.front().values).blocks.values;
    RemotePlanes all{world, own, plane, std::move(readers)};
    if (folder == nullptr) {
        all.serve();
        return;
    }
    std::vector<Field> remote{fields.begin(), fields.end()};
    for (std::size_t field = 0; field < remote.size(); ++field) {
        std::get<StreamedValues>(remote[field].values).read = all.reader(field);
    }
    folder->add(
        fields_name(fields_extension(description.grid), &world),
        [&](const std::filesystem::path& path) { write_fields(path, description, remote); });
    all.end();
}

}  // namespace tobiuo
