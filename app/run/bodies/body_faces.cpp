// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/body_faces.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <new>
#include <span>
#include <utility>

namespace tobiuo {
namespace {

using Index = std::array<std::int64_t, 3>;
using Place = std::array<double, 3>;

class FaceFinder {
public:
    FaceFinder(const Grid& grid, int dimensions, const std::array<bool, 3>& is_periodic,
               const poisson::PlaneReader& numbers, const std::vector<InsideFunction>& rounded)
        : grid_{grid},
          dimensions_{static_cast<std::size_t>(dimensions)},
          is_periodic_{is_periodic},
          numbers_{numbers},
          rounded_{rounded},
          plane_values_{static_cast<std::size_t>(cells(0) * cells(1))}
    {
    }

    [[nodiscard]] std::optional<BodyFaces> take()
    {
        for (auto& plane : planes_) {
            plane.assign(plane_values_, 0.0);
        }
        begin_plane();
        read(-1, planes_[0]);
        read(0, planes_[1]);
        for (std::int64_t k = 0; k < cells(2); ++k) {
            read(k + 1, planes_[2]);
            begin_plane();
            for (std::int64_t j = 0; j < cells(1); ++j) {
                for (std::int64_t i = 0; i < cells(0); ++i) {
                    add_faces({i, j, k});
                }
            }
            std::ranges::rotate(planes_, planes_.begin() + 1);
            if (found_.faces.size() > most_body_faces) {
                return std::nullopt;
            }
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] std::int64_t cells(std::size_t axis) const { return grid_.axes.at(axis).cells; }

    /// Forgets the points below a plane of cells; those above it are not known yet.
    void begin_plane()
    {
        std::swap(points_[0], points_[1]);
        points_[1].assign(static_cast<std::size_t>((cells(0) + 1) * (cells(1) + 1)), unknown);
    }

    /// Reads a plane, of which one beyond an end is that round the period, or empty.
    void read(std::int64_t k, std::vector<double>& plane)
    {
        const bool is_beyond = k < 0 || k >= cells(2);
        if (is_beyond && !is_periodic_[2]) {
            std::ranges::fill(plane, 0.0);
            return;
        }
        numbers_((k + cells(2)) % cells(2), plane);
    }

    /// The body of a cell beside one of the middle plane, 0 beyond an end of the box.
    [[nodiscard]] int body_at(Index index, std::size_t axis, std::int64_t step,
                              std::int64_t k) const
    {
        index.at(axis) += step;
        for (std::size_t along = 0; along < 2; ++along) {
            const bool is_beyond = index.at(along) < 0 || index.at(along) >= cells(along);
            if (is_beyond && !is_periodic_.at(along)) {
                return 0;
            }
            index.at(along) = (index.at(along) + cells(along)) % cells(along);
        }
        const auto plane = static_cast<std::size_t>(index[2] - k + 1);
        return static_cast<int>(
            planes_.at(plane).at(static_cast<std::size_t>(index[1] * cells(0) + index[0])));
    }

    void add_faces(const Index& index)
    {
        const int body = body_at(index, 0, 0, index[2]);
        if (body == 0) {
            return;
        }
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                if (body_at(index, axis, step, index[2]) == 0) {
                    add_face(index, axis, step, body);
                }
            }
        }
    }

    void add_face(const Index& index, std::size_t axis, std::int64_t step, int body)
    {
        const std::size_t next = (axis + 1) % 3;
        const std::size_t last = (axis + 2) % 3;
        constexpr std::array<std::array<std::int64_t, 2>, 4> corners{
            {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        std::array<std::int64_t, 4> face{};
        for (std::size_t corner = 0; corner < 4; ++corner) {
            Index node = index;
            node.at(axis) += step > 0 ? 1 : 0;
            node.at(next) += corners.at(corner)[0];
            node.at(last) += corners.at(corner)[1];
            face.at(step > 0 ? corner : 3 - corner) = point_at(node, node[2] - index[2], body);
        }
        found_.faces.push_back(face);
        found_.body.push_back(body);
    }

    /// The point of a node below (0) or above (1) the plane of cells.
    std::int64_t point_at(const Index& node, std::int64_t above, int body)
    {
        std::int64_t& point = points_.at(static_cast<std::size_t>(above))
                                  .at(static_cast<std::size_t>(node[1] * (cells(0) + 1) + node[0]));
        if (point == unknown) {
            point = std::ssize(found_.points);
            found_.points.push_back(place_of(node, body));
        }
        return point;
    }

    [[nodiscard]] Place place_of(const Index& node, int body) const
    {
        Place place{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place.at(axis) = grid_.axes.at(axis).node(node.at(axis));
        }
        const InsideFunction& inside = rounded_.at(static_cast<std::size_t>(body - 1));
        return inside ? rounded_place(node, place, inside) : place;
    }

    /// The centre of one of the cells around a node, of which those beyond the box repeat the others.
    [[nodiscard]] Place centre(const Index& node, const std::array<int, 3>& side) const
    {
        Place place{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t cell =
                std::clamp<std::int64_t>(node.at(axis) - 1 + side.at(axis), 0, cells(axis) - 1);
            place.at(axis) = grid_.axes.at(axis).centre(cell);
        }
        return place;
    }

    [[nodiscard]] Place rounded_place(const Index& node, const Place& place,
                                      const InsideFunction& inside) const
    {
        Place sum{};
        int crossings = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const std::array<int, 3> lower{corner % 2, corner / 2 % 2, corner / 4};
            for (std::size_t axis = 0; axis < dimensions_; ++axis) {
                if (lower.at(axis) != 0) {
                    continue;
                }
                std::array<int, 3> upper = lower;
                upper.at(axis) = 1;
                Place from = centre(node, lower);
                Place to = centre(node, upper);
                if (is_in(inside, from) == is_in(inside, to)) {
                    continue;
                }
                const Place crossing = halved(from, to, axis, inside);
                for (std::size_t n = 0; n < 3; ++n) {
                    sum.at(n) += crossing.at(n);
                }
                ++crossings;
            }
        }
        Place result = place;
        for (std::size_t axis = 0; axis < dimensions_ && crossings > 0; ++axis) {
            const bool is_at_end = node.at(axis) == 0 || node.at(axis) == cells(axis);
            result.at(axis) = is_at_end ? place.at(axis) : sum.at(axis) / crossings;
        }
        return result;
    }

    [[nodiscard]] static bool is_in(const InsideFunction& inside, const Place& place)
    {
        return inside(place[0], place[1], place[2]);
    }

    /// Where the line between two places along an axis goes through the surface.
    [[nodiscard]] static Place halved(Place from, Place to, std::size_t axis,
                                      const InsideFunction& inside)
    {
        constexpr int halvings = 10;
        const bool is_inside = is_in(inside, from);
        for (int halving = 0; halving < halvings; ++halving) {
            Place middle = from;
            middle.at(axis) = 0.5 * (from.at(axis) + to.at(axis));
            (is_in(inside, middle) == is_inside ? from : to) = middle;
        }
        from.at(axis) = 0.5 * (from.at(axis) + to.at(axis));
        return from;
    }

    const Grid& grid_;
    std::size_t dimensions_;
    std::array<bool, 3> is_periodic_;
    const poisson::PlaneReader& numbers_;
    const std::vector<InsideFunction>& rounded_;
    std::size_t plane_values_;
    std::array<std::vector<double>, 3> planes_;  ///< the one before, this one, the next one
    static constexpr std::int64_t unknown = -1;
    std::array<std::vector<std::int64_t>, 2> points_;  ///< of the nodes below and above the plane
    BodyFaces found_;
};

}  // namespace

std::optional<BodyFaces> find_body_faces(const Grid& grid, int dimensions,
                                         const std::array<bool, 3>& is_periodic,
                                         const poisson::PlaneReader& numbers,
                                         const std::vector<InsideFunction>& rounded)
{
    return FaceFinder{grid, dimensions, is_periodic, numbers, rounded}.take();
}

std::optional<std::string> surfaces_text(const std::string& file,
                                         const std::function<std::optional<BodyFaces>()>& find,
                                         const std::map<std::string, std::string>& metadata)
{
    std::string reason = fmt::format("they have more than {} faces", most_body_faces);
    try {
        if (const std::optional<BodyFaces> faces = find()) {
            return vtp_text(*faces, metadata);
        }
    } catch (const std::bad_alloc&) {
        reason = "there is too little memory for their faces";
    }
    spdlog::warn(
        "{} is left out, the surfaces of bodies ({}): draw them from the field solid, which "
        "output.fields may name",
        file, reason);
    return std::nullopt;
}

std::int64_t surfaces_bytes(std::int64_t beside)
{
    constexpr std::int64_t of_face = 300;  // with its points, for us and for VTK, and as text
    constexpr std::int64_t faces_of_cell = 2;
    return std::min(faces_of_cell * beside, static_cast<std::int64_t>(most_body_faces)) * of_face;
}

}  // namespace tobiuo
