// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/field/piece_array.hpp"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <stdexcept>

#include "app/printable.hpp"

namespace tobiuo::vti {

PieceArray::PieceArray(const Pieces& pieces, const ArrayInfo& array)
{
    const std::int64_t row = pieces.whole.counts[0] * array.components;
    const std::int64_t plane = pieces.whole.counts[1] * row;
    for (const PieceFile& file : std::views::reverse(pieces.files)) {
        const Header& header = file.header;
        const auto& x = file.box[0];
        const auto& y = file.box[1];
        const auto& z = file.box[2];
        const auto own = std::ranges::find_if(header.arrays, [&](const ArrayInfo& info) {
            return info.name == array.name && info.location == header.grid.location;
        });
        at_piece(file.name, [&] {
            if (own == header.arrays.end() || own->type != array.type ||
                own->components != array.components) {
                throw std::runtime_error{"it lacks the array '" + printable(array.name) +
                                         "' that the index has, or has it of another type: write "
                                         "all pieces again"};
            }
            if (x.count * y.count * z.count == 0) {
                return;
            }
            const bool has_rows = x.count * array.components == row;
            const bool has_planes = has_rows && y.count * row == plane;
            const std::int64_t values = x.count * y.count * z.count * array.components;
            const std::int64_t run = has_planes ? values
                                     : has_rows ? y.count * row
                                                : x.count * array.components;
            parts_.push_back({.piece = file.name,
                              .run = run,
                              .runs = values / run,
                              .rows = has_rows ? 1 : y.count,
                              .first = z.first * plane + y.first * row + x.first * array.components,
                              .from_row = row,
                              .from_plane = plane,
                              .stream = {file.path, header.storage, *own, values}});
        });
    }
}

/// Reads values from number `first` of `part` on, which has all of them.
template <typename Real>
void PieceArray::take(Part& part, std::int64_t first, std::span<Real> to)
{
    constexpr std::int64_t most = 1 << 16;
    if (first < part.next) {
        part.stream.restart();
        part.next = 0;
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

/// Reads those of the values from number `first` of the whole array on that `part` has.
template <typename Real>
void PieceArray::take_runs(Part& part, std::int64_t first, std::span<Real> to)
{
    std::int64_t run = 0;  // the first one that ends behind `first`
    for (std::int64_t above = part.runs; run < above;) {
        const std::int64_t middle = (run + above) / 2;
        (part.begin(middle) + part.run <= first ? run : above) =
            part.begin(middle) + part.run <= first ? middle + 1 : middle;
    }
    const std::int64_t end = first + std::ssize(to);
    for (; run < part.runs && part.begin(run) < end; ++run) {
        const std::int64_t begin = std::max(part.begin(run), first);
        const std::int64_t count = std::min(part.begin(run) + part.run, end) - begin;
        take(part, run * part.run + begin - part.begin(run),
             to.subspan(static_cast<std::size_t>(begin - first), static_cast<std::size_t>(count)));
    }
}

template <typename Real>
void PieceArray::read(std::int64_t first, std::span<Real> to)
{
    for (Part& part : parts_) {
        at_piece(part.piece, [&] { take_runs(part, first, to); });
    }
}

template void PieceArray::read(std::int64_t, std::span<float>);
template void PieceArray::read(std::int64_t, std::span<double>);

}  // namespace tobiuo::vti
