#include "app/output/field/piece_array.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace tobiuo::vti {

PieceArray::PieceArray(const Pieces& pieces, const ArrayInfo& array)
{
    const std::int64_t plane = pieces.whole.counts[0] * pieces.whole.counts[1] * array.components;
    for (const PieceFile& file : pieces.files) {
        const Header& header = file.header;
        const auto own = std::ranges::find_if(header.arrays, [&](const ArrayInfo& info) {
            return info.name == array.name && info.location == header.grid.location;
        });
        at_piece(file.name, [&] {
            if (own == header.arrays.end() || own->type != array.type ||
                own->components != array.components) {
                throw std::runtime_error{"it lacks the array '" + array.name +
                                         "' that the index has, or has it of another type: write "
                                         "all pieces again"};
            }
            const ranks::Slice values{.first = file.planes.first * plane,
                                      .count = file.planes.count * plane};
            parts_.push_back(
                {.piece = file.name,
                 .values = values,
                 .stream = {file.path, header.storage, *own, header.values() * array.components},
                 .next = values.first});
        });
    }
}

/// Reads values that are all in `part`.
template <typename Real>
void PieceArray::take(Part& part, std::int64_t first, std::span<Real> to)
{
    constexpr std::int64_t most = 1 << 16;
    if (first < part.next) {
        part.stream.restart();
        part.next = part.values.first;
    }
    std::vector<Real> skipped;
    while (part.next < first) {
        skipped.resize(static_cast<std::size_t>(std::min(most, first - part.next)));
        part.stream.read(std::span{skipped});
        part.next += std::ssize(skipped);
    }
    part.stream.read(to);
    part.next += std::ssize(to);
}

template <typename Real>
void PieceArray::read(std::int64_t first, std::span<Real> to)
{
    for (Part& part : parts_) {
        const std::int64_t here = std::min<std::int64_t>(part.values.end() - first, std::ssize(to));
        if (here > 0) {
            const auto count = static_cast<std::size_t>(here);
            at_piece(part.piece, [&] { take(part, first, to.first(count)); });
            to = to.subspan(count);
            first += here;
        }
    }
}

template void PieceArray::read(std::int64_t, std::span<float>);
template void PieceArray::read(std::int64_t, std::span<double>);

}  // namespace tobiuo::vti
