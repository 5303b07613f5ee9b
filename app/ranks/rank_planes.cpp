// SPDX-License-Identifier: BSD-3-Clause
#include "app/ranks/rank_planes.hpp"

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "runtime/ranks/messages.hpp"

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

RemotePlanes::RemotePlanes(const World& world, ranks::Slice own, std::int64_t plane,
                           std::vector<poisson::PlaneReader> fields)
    : world_{world},
      plane_{plane},
      slices_{ranks::gathered(world.ranks(), own)},
      fields_{std::move(fields)}
{
}

poisson::PlaneReader RemotePlanes::reader(std::size_t field)
{
    return
        [this, field](std::int64_t first, std::span<double> planes) { read(field, first, planes); };
}

void RemotePlanes::read(std::size_t field, std::int64_t first, std::span<double> planes)
{
    const std::int64_t end = first + std::ssize(planes) / plane_;
    for (std::size_t rank = 0; rank < slices_.size(); ++rank) {
        const std::int64_t begin = std::max(first, slices_[rank].first);
        const std::int64_t count = std::min(end, slices_[rank].end()) - begin;
        if (count <= 0) {
            continue;
        }
        const auto part = planes.subspan(static_cast<std::size_t>((begin - first) * plane_),
                                         static_cast<std::size_t>(count * plane_));
        if (rank == 0) {
            fields_[field](begin, part);
            continue;
        }
        const Request request{
            .field = static_cast<std::int64_t>(field), .first = begin, .values = std::ssize(part)};
        const auto other = static_cast<int>(rank);
        const Outgoing ask{.to = other, .data = &request, .bytes = sizeof request};
        const Incoming answer{.from = other, .data = part.data(), .bytes = part.size_bytes()};
        world_.ranks().exchange({&ask, 1}, {&answer, 1});
    }
}

void RemotePlanes::end()
{
    const Request end{.field = -1};
    std::vector<Outgoing> sends;
    for (int other = 1; other < world_.size(); ++other) {
        sends.push_back({.to = other, .data = &end, .bytes = sizeof end});
    }
    world_.ranks().exchange(sends, {});
}

void RemotePlanes::serve()
{
    std::vector<double> planes;
    while (true) {
        Request request;
        const Incoming asked{.from = 0, .data = &request, .bytes = sizeof request};
        world_.ranks().exchange({}, {&asked, 1});
        if (request.field < 0) {
            return;
        }
        planes.resize(static_cast<std::size_t>(request.values));
        fields_.at(static_cast<std::size_t>(request.field))(request.first, planes);
        const Outgoing answer{
            .to = 0, .data = planes.data(), .bytes = planes.size() * sizeof(double)};
        world_.ranks().exchange({&answer, 1}, {});
    }
}

}  // namespace tobiuo
