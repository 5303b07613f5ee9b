#include "app/ranks/copied_planes.hpp"

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace tobiuo {
namespace {

using Copies = std::map<std::int64_t, std::vector<double>>;

bool has(const ranks::Slice& slice, std::int64_t z)
{
    return slice.first <= z && z < slice.end();
}

Copies exchanged(const Communicator& ranks, const CopiedPlanes& planes,
                 const poisson::PlaneReader& own)
{
    const auto mine = static_cast<std::size_t>(ranks.rank());
    const auto values = static_cast<std::size_t>(planes.values);
    const std::size_t bytes = values * sizeof(double);
    std::list<std::vector<double>> sent;
    Copies copies;
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t other = 0; other < planes.slices.size(); ++other) {
        const auto number = static_cast<int>(other);
        for (const std::int64_t z : planes.wanted[other]) {
            if (has(planes.slices[mine], z)) {
                own(z, sent.emplace_back(values));
                sends.push_back({.to = number, .data = sent.back().data(), .bytes = bytes});
            }
        }
        for (const std::int64_t z : planes.wanted[mine]) {
            if (has(planes.slices[other], z)) {
                copies[z].resize(values);
                receives.push_back({.from = number, .data = copies[z].data(), .bytes = bytes});
            }
        }
    }
    ranks.exchange(sends, receives);
    return copies;
}

}  // namespace

poisson::PlaneReader with_copied_planes(const Communicator& ranks, const CopiedPlanes& planes,
                                        poisson::PlaneReader own)
{
    const auto copies = std::make_shared<const Copies>(exchanged(ranks, planes, own));
    const ranks::Slice slice = planes.slices[static_cast<std::size_t>(ranks.rank())];
    return [copies, slice, own = std::move(own), plane = planes.values](std::int64_t first,
                                                                        std::span<double> values) {
        const std::int64_t end = first + std::ssize(values) / plane;
        for (std::int64_t z = first; z < end;) {
            const std::int64_t next = has(slice, z) ? std::min(end, slice.end()) : z + 1;
            const auto part = values.subspan(static_cast<std::size_t>((z - first) * plane),
                                             static_cast<std::size_t>((next - z) * plane));
            if (has(slice, z)) {
                own(z, part);
            } else {
                std::ranges::copy(copies->at(z), part.begin());
            }
            z = next;
        }
    };
}

}  // namespace tobiuo
