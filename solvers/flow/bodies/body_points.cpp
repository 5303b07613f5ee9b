// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/bodies/body_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/flow/implicit_stage.hpp"
#include "runtime/each_at_once.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

using Place = std::array<double, 3>;
using Index = std::array<std::int64_t, 3>;
using Forced = ForcedPoint<double>;
using Mirrored = MirroredPoint<double>;

constexpr int outside = -1;

/// A value beside a closed body, and the obstacle.
struct Sheared {
    std::int64_t at = 0;
    double gain = 0.0;
    double drag = 0.0;
    std::size_t turn = 0;  ///< how many other bodies come first beside the value
};

/// What some rows have of each obstacle.
struct FoundInRows {
    std::vector<std::vector<Forced>> forced;    ///< [obstacle]
    std::vector<std::vector<Sheared>> sheared;  ///< [obstacle]
    std::vector<Mirrored> mirrors;
    double displaced = 0.0;  ///< as in BodyPoints
    double moved = 0.0;
};

/// The values of one quantity of a box in and around a slab, and the obstacles around them.
class QuantityPoints {
public:
    /// Where bodies are closed, velocities need the `cells`: a scalar's points, with one more plane
    /// beyond the slab. Else these are null.
    QuantityPoints(const Problem& problem, const Slab& slab, int quantity, const CellBox& within,
                   const QuantityPoints* cells = nullptr)
        : problem_{problem},
          slab_{slab},
          within_{within},
          quantity_{quantity},
          cells_{cells},
          beyond_{quantity == scalar_quantity ? looked_at + 1 : looked_at},
          has_closed_{has_closed_obstacles(problem)}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            counts_.at(axis) = problem.grid.axes.at(axis).cells;
            periodic_.at(axis) = problem.faces.at(axis).lower.kind == FaceKind::periodic;
            for (std::int64_t index = 0; index < counts_.at(axis); ++index) {
                places_.at(axis).push_back(
                    velocity_position(problem, quantity, static_cast<int>(axis), index));
            }
        }
        find_bodies();
    }

    /// The rows of the slab that are looked at, [z][y].
    [[nodiscard]] std::int64_t rows() const
    {
        return within_.count[1] * (end_plane() - first_plane());
    }

    /// Finds what rows have.
    void find_in_rows(std::int64_t begin, std::int64_t end, FoundInRows& found) const
    {
        for (std::int64_t row = begin; row < end; ++row) {
            const std::int64_t j = within_.first[1] + row % within_.count[1];
            const std::int64_t k = first_plane() + row / within_.count[1];
            for (std::int64_t i = within_.first[0]; within_.has(0, i); ++i) {
                if (const Index index{i, j, k}; !is_held(index)) {
                    find_at(index, found);
                }
            }
        }
    }

    /// Calls use(cell) for the cells of the slab, which the points are, beside closed bodies.
    template <typename Use>
    void each_surface_cell(const Use& use) const
    {
        each_cell(0, slab_.count, [&](const Index& index) {
            if (!is_closed(body_of(index))) {
                if (const walls::SurfaceCell cell = surface_cell(index); cell.faces > 0) {
                    use(cell);
                }
            }
        });
    }

    /// Calls use(place, beside) for the cells of closed bodies, `beside` if one of the slab is
    /// beside one of no body.
    template <typename Use>
    void each_body_cell(const Use& use) const
    {
        const std::int64_t below = slab_.is_joined() ? 1 : 0;
        const std::int64_t above = slab_.is_joined() ? planes_above : 0;
        each_cell(-below, slab_.count + above, [&](const Index& index) {
            if (is_closed(body_of(index))) {
                const std::int64_t plane = index[2] - slab_.first;
                use(place_in_slab(index),
                    plane >= 0 && plane < slab_.count &&
                        any_beside(index, [&](int body) { return !is_closed(body); }));
            }
        });
    }

private:
    template <typename Use>
    void each_cell(std::int64_t begin, std::int64_t end, const Use& use) const
    {
        for (std::int64_t k = begin; k < end; ++k) {
            for (std::int64_t j = 0; j < counts_[1]; ++j) {
                for (std::int64_t i = 0; i < counts_[0]; ++i) {
                    use(Index{i, j, slab_.first + k});
                }
            }
        }
    }

    [[nodiscard]] walls::SurfaceCell surface_cell(const Index& index) const
    {
        walls::SurfaceCell cell{.at = place_in_slab(index), .volume = 1.0};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cell.volume *= width(axis, index);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                const Index beside = moved(index, axis, step);
                if (exists(beside) && is_closed(body_of(beside))) {
                    cell.add_face(
                        place_in_slab(beside),
                        std::abs(position(axis, beside.at(axis)) - position(axis, index.at(axis))),
                        width(axis, index));
                }
            }
        }
        return cell;
    }

    /// Planes beyond the slab whose values are looked at: of the next one it is asked whether it is
    /// beside a surface.
    static constexpr std::int64_t looked_at = 2;

    [[nodiscard]] std::int64_t first_plane() const
    {
        return std::max(slab_.first, within_.first[2]);
    }
    [[nodiscard]] std::int64_t end_plane() const
    {
        return std::max(first_plane(), std::min(slab_.first + slab_.count, within_.end(2)));
    }

    void find_at(const Index& index, FoundInRows& found) const
    {
        const auto of = [](auto& all, int body) -> auto&
        {
            return all.at(static_cast<std::size_t>(body));
        };
        if (const int body = body_of(index); body != outside) {
            if (is_mirrored(body)) {
                if (const Mirrored point = mirrored(body, index); point.count > 0) {
                    found.mirrors.push_back(point);
                }
                return;
            }
            const Forced point{.at = place_in_slab(index),
                               .next = place_in_slab(index),
                               .value = value_of(body, place_of(index)),
                               .quantity = quantity_,
                               .is_face = is_face(index)};
            if (point.is_face) {
                const double through = point.value * area_at(index);
                found.displaced += closed_body_of_cell(index) != outside ? through : -through;
                found.moved += std::abs(through);
            }
            of(found.forced, body).push_back(point);
            return;
        }
        if (const auto beside = beside_surface(index)) {
            of(found.forced, beside->first).push_back(beside->second);
            return;
        }
        std::size_t turn = 0;
        for (std::size_t body = 0; has_closed_ && body < problem_.obstacles.size(); ++body) {
            if (Sheared point = sheared_by(static_cast<int>(body), index); point.drag > 0.0) {
                point.turn = turn++;
                found.sheared.at(body).push_back(point);
            }
        }
    }

    [[nodiscard]] bool is_closed(int body) const
    {
        return body != outside && obstacle_of(body).method == ObstacleMethod::closed;
    }

    /// The cell after a velocity; the one before it has the velocity's index.
    [[nodiscard]] Index cell_after(const Index& index) const
    {
        return moved(index, static_cast<std::size_t>(quantity_), 1);
    }

    /// The closed body of a cell.
    [[nodiscard]] int closed_body_of_cell(const Index& cell) const
    {
        const int body = cells_->body_of(cell);
        return is_closed(body) ? body : outside;
    }

    /// The closed body in the cell before a velocity, or else in the one after it.
    [[nodiscard]] int closed_body_at(const Index& index) const
    {
        if (cells_ == nullptr) {
            return outside;
        }
        const int before = closed_body_of_cell(index);
        return before != outside ? before : closed_body_of_cell(cell_after(index));
    }

    /// Whether a velocity is on a face between a cell of a closed body and one of none.
    [[nodiscard]] bool is_face(const Index& index) const
    {
        return cells_ != nullptr && (closed_body_of_cell(index) == outside) !=
                                        (closed_body_of_cell(cell_after(index)) == outside);
    }

    /// The area of the face that a velocity goes through.
    [[nodiscard]] double area_at(const Index& index) const
    {
        double area = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            area *= axis == quantity_ ? 1.0
                                      : volume_width(problem_, quantity_, axis,
                                                     index.at(static_cast<std::size_t>(axis)));
        }
        return area;
    }

    /// What a closed body does to a value outside that it is beside: the wall lies between their
    /// cells, and beyond it the image of the value, as beyond a face of the box.
    [[nodiscard]] Sheared sheared_by(int body, const Index& index) const
    {
        Sheared point{.at = place_in_slab(index)};
        const bool is_scalar = quantity_ == scalar_quantity;
        if (!is_closed(body) || (is_scalar && is_mirrored(body))) {
            return point;
        }
        const double diffuses =
            is_scalar ? problem_.scalar.value_or(Scalar{}).diffusivity : problem_.viscosity;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (static_cast<int>(axis) == quantity_) {
                continue;
            }
            for (const std::int64_t step : {-1, 1}) {
                const Index inside = moved(index, axis, step);
                if (!exists(inside) || body_of(inside) != body || is_face(inside)) {
                    continue;
                }
                const double gap =
                    std::abs(position(axis, inside.at(axis)) - position(axis, index.at(axis)));
                const double here = width(axis, index);
                // From the one inside to the image: the stage has diffused from that one.
                const double share = 2.0 * gap / here - 1.0;
                const double rate = diffuses / (gap * here);
                const double of_wall =
                    value_of(body, place_between(index, axis, step, 0.5 * here / gap));
                const double of_inside = value_of(body, place_of(inside));
                point.gain += rate * ((1.0 + share) * of_wall - of_inside);
                point.drag += rate * share;
            }
        }
        return point;
    }

    void find_bodies()
    {
        const std::int64_t planes = slab_.count + 2 * beyond_;
        const std::int64_t rows = within_.count[1];
        const std::int64_t columns = within_.count[0];
        bodies_.assign(static_cast<std::size_t>(planes * rows * columns), outside);
        const int threads = threads_for(planes * rows * columns, 50.0);
        each_at_once(planes * rows, threads, [&](std::int64_t row) {
            const std::int64_t k = slab_.first - beyond_ + row / rows;
            for (std::int64_t i = 0; i < columns; ++i) {
                const Index here{within_.first[0] + i, within_.first[1] + row % rows, k};
                if (Index index = here;
                    enter(index) && within_.has(2, index[2]) && !is_held(index)) {
                    const int closed = closed_body_at(here);
                    bodies_.at(static_cast<std::size_t>(row * columns + i)) =
                        closed != outside ? closed : body_at(place_of(index));
                }
            }
        });
    }

    /// Moves an index round periods; false where it lies beyond a face.
    [[nodiscard]] bool enter(Index& index) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t count = counts_.at(axis);
            if (index.at(axis) >= 0 && index.at(axis) < count) {
                continue;
            }
            if (!periodic_.at(axis)) {
                return false;
            }
            index.at(axis) = (index.at(axis) + count) % count;
        }
        return true;
    }

    /// Whether a velocity lies on a face of the box, which gives it.
    [[nodiscard]] bool is_held(const Index& index) const
    {
        if (quantity_ == scalar_quantity) {
            return false;
        }
        const auto own = static_cast<std::size_t>(quantity_);
        return !periodic_.at(own) && index.at(own) + 1 == counts_.at(own);
    }

    /// The first obstacle around a place; of velocities the first that is not closed.
    [[nodiscard]] int body_at(const Place& place) const
    {
        const auto found = std::ranges::find_if(problem_.obstacles, [&](const Obstacle& one) {
            return (quantity_ == scalar_quantity || one.method == ObstacleMethod::forcing) &&
                   one.inside(place[0], place[1], place[2]);
        });
        return found == problem_.obstacles.end()
                   ? outside
                   : static_cast<int>(found - problem_.obstacles.begin());
    }

    /// The body of a value, whose plane is at most `beyond_` planes beyond the slab.
    [[nodiscard]] int body_of(Index index) const
    {
        const std::int64_t plane = index[2] - slab_.first + beyond_;
        index[2] = slab_.first;
        if (!enter(index) || !within_.has(0, index[0]) || !within_.has(1, index[1])) {
            return outside;
        }
        return bodies_.at(static_cast<std::size_t>(
            (plane * within_.count[1] + index[1] - within_.first[1]) * within_.count[0] + index[0] -
            within_.first[0]));
    }

    /// Along an axis, also of an index beyond the ends of a period.
    [[nodiscard]] double position(std::size_t axis, std::int64_t index) const
    {
        const std::int64_t count = counts_.at(axis);
        const std::int64_t rounds =
            index < 0 ? (index + 1) / count - 1 : index / count;  // of an axis of one cell several
        const Axis& along = problem_.grid.axes.at(axis);
        return places_.at(axis)[static_cast<std::size_t>(index - rounds * count)] +
               static_cast<double>(rounds) * (along.upper - along.lower);
    }

    [[nodiscard]] Place place_of(const Index& index) const
    {
        return {position(0, index[0]), position(1, index[1]), position(2, index[2])};
    }

    [[nodiscard]] const Obstacle& obstacle_of(int body) const
    {
        return problem_.obstacles.at(static_cast<std::size_t>(body));
    }

    /// What the obstacle gives the quantity at a place.
    [[nodiscard]] double value_of(int body, const Place& place) const
    {
        const Obstacle& obstacle = obstacle_of(body);
        if (quantity_ == scalar_quantity) {
            return obstacle.scalar;
        }
        return obstacle.velocity ? obstacle.velocity(place[0], place[1], place[2])
                                       .at(static_cast<std::size_t>(quantity_))
                                 : 0.0;
    }

    /// Whether the obstacle does not force the scalar.
    [[nodiscard]] bool is_mirrored(int body) const
    {
        return quantity_ == scalar_quantity &&
               obstacle_of(body).scalar_kind == ScalarFaceKind::flux;
    }

    /// The direction of the surface beside a value inside, of length 1 or 0.
    [[nodiscard]] Place direction_at(const Index& index) const
    {
        Place sum{};
        Index beside{};
        for (beside[2] = -looked_at; beside[2] <= looked_at; ++beside[2]) {
            for (beside[1] = -looked_at; beside[1] <= looked_at; ++beside[1]) {
                for (beside[0] = -looked_at; beside[0] <= looked_at; ++beside[0]) {
                    const Index there{index[0] + beside[0], index[1] + beside[1],
                                      index[2] + beside[2]};
                    if (!exists(there) || body_of(there) == outside) {
                        continue;
                    }
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        sum.at(axis) -=
                            position(axis, there.at(axis)) - position(axis, index.at(axis));
                    }
                }
            }
        }
        const double length = std::hypot(sum[0], sum[1], sum[2]);
        for (double& part : sum) {
            part = length > 0.0 ? part / length : 0.0;
        }
        return sum;
    }

    [[nodiscard]] double width(std::size_t axis, const Index& index) const
    {
        return width_of(problem_.grid.axes.at(axis), index.at(axis));
    }

    [[nodiscard]] Mirrored mirrored(int body, const Index& index) const
    {
        Mirrored point{.at = place_in_slab(index)};
        if (!any_beside(index, [](int one) { return one == outside; })) {
            return point;
        }
        const Place direction = direction_at(index);
        double conductances = 0.0;
        double area = 0.0;  // of the surface, in the faces of the cell
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double face = width((axis + 1) % 3, index) * width((axis + 2) % 3, index);
            for (const std::int64_t step : {-1, 1}) {
                const Index beside = moved(index, axis, step);
                if (!exists(beside) || body_of(beside) != outside) {
                    continue;
                }
                const double distance =
                    std::abs(position(axis, beside.at(axis)) - position(axis, index.at(axis)));
                point.outside[point.count] = place_in_slab(beside);
                point.weights[point.count++] = face / distance;
                conductances += face / distance;
                area += face * std::abs(direction.at(axis));
            }
        }
        for (double& weight : point.weights) {
            weight = point.count > 0 ? weight / conductances : 0.0;
        }
        const double flux = obstacle_of(body).scalar;
        if (point.count > 0 && flux != 0.0) {
            point.added = flux * area / conductances / problem_.scalar->diffusivity;
        }
        return point;
    }

    /// In arrays of the slab; of an index round a period where these hold what is there.
    [[nodiscard]] std::int64_t place_in_slab(Index index) const
    {
        const std::int64_t plane = slab_.is_joined()
                                       ? index[2] - slab_.first
                                       : (index[2] + counts_[2]) % counts_[2] - slab_.first;
        index[2] = slab_.first;
        static_cast<void>(enter(index));
        return (plane * counts_[1] + index[1]) * counts_[0] + index[0];
    }

    [[nodiscard]] static Index moved(Index index, std::size_t axis, std::int64_t step)
    {
        index.at(axis) += step;
        return index;
    }

    /// Whether a velocity lies on an outflow, which projections treat like none inside.
    [[nodiscard]] bool leaves(const Index& index) const
    {
        return is_held(index) &&
               problem_.faces.at(static_cast<std::size_t>(quantity_)).upper.kind ==
                   FaceKind::outflow;
    }

    [[nodiscard]] bool exists(Index index) const { return enter(index); }

    /// Whether what is beside a value has a body, or none, that `is` says yes to.
    template <typename Is>
    [[nodiscard]] bool any_beside(const Index& index, const Is& is) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                const Index beside = moved(index, axis, step);
                if (exists(beside) && is(body_of(beside))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The part of the way from one velocity, outside, to its neighbour inside at which the surface
    /// is.
    [[nodiscard]] double part_to_surface(const Index& index, std::size_t axis,
                                         std::int64_t step) const
    {
        constexpr int halvings = 40;
        double least = 0.0;
        double most = 1.0;
        for (int halving = 0; halving < halvings; ++halving) {
            const double middle = 0.5 * (least + most);
            (body_at(place_between(index, axis, step, middle)) == outside ? least : most) = middle;
        }
        return 0.5 * (least + most);
    }

    [[nodiscard]] Place place_between(const Index& index, std::size_t axis, std::int64_t step,
                                      double part) const
    {
        Place place = place_of(index);
        const double begin = place.at(axis);
        const double end = position(axis, index.at(axis) + step);
        const Axis& along = problem_.grid.axes.at(axis);
        double between = begin + part * (end - begin);
        if (periodic_.at(axis)) {
            const double length = along.upper - along.lower;
            between += between < along.lower ? length : between > along.upper ? -length : 0.0;
        }
        place.at(axis) = between;
        return place;
    }

    /// The nearest surface beside a velocity outside, away from which another one lies that no body
    /// forces.
    [[nodiscard]] std::optional<std::pair<int, Forced>> beside_surface(const Index& index) const
    {
        std::optional<std::pair<int, Forced>> best;
        double nearest = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                const Index inside = moved(index, axis, step);
                const Index next = moved(index, axis, -step);
                if (!exists(inside) || !exists(next) || leaves(next)) {
                    continue;
                }
                const int body = body_of(inside);
                if (body == outside || is_closed(body) || is_mirrored(body) ||
                    body_of(next) != outside ||
                    any_beside(next, [](int one) { return one != outside; })) {
                    continue;
                }
                const double here = position(axis, index.at(axis));
                const double part = part_to_surface(index, axis, step);
                const double distance = part * std::abs(position(axis, inside.at(axis)) - here);
                if (!best || distance < nearest) {
                    nearest = distance;
                    const double behind = std::abs(position(axis, next.at(axis)) - here);
                    best = {body,
                            {.at = place_in_slab(index),
                             .next = place_in_slab(next),
                             .value = value_of(body, place_between(index, axis, step, part)),
                             .part = distance / (distance + behind),
                             .quantity = quantity_}};
                }
            }
        }
        return best;
    }

    const Problem& problem_;
    Slab slab_;
    CellBox within_;
    int quantity_;
    const QuantityPoints* cells_;
    std::int64_t beyond_;  ///< planes on each side of the slab that bodies_ has
    Index counts_{};
    std::array<bool, 3> periodic_{};
    std::array<std::vector<double>, 3> places_;  ///< of values, along each axis
    bool has_closed_;
    std::vector<int> bodies_;  ///< the obstacle around each value, [plane][row][column] within_
};

/// The smallest box of cells that has those of both.
CellBox joined(const CellBox& one, const CellBox& other)
{
    if (one.cells() == 0 || other.cells() == 0) {
        return one.cells() == 0 ? other : one;
    }
    CellBox both;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        both.first.at(axis) = std::min(one.first.at(axis), other.first.at(axis));
        both.count.at(axis) = std::max(one.end(axis), other.end(axis)) - both.first.at(axis);
    }
    return both;
}

/// The boxes of all ranks, which have as many.
std::vector<CellBox> joined_over(const Placement& placement, std::vector<CellBox> mine)
{
    if (placement.ranks != nullptr) {
        const auto all = ranks::gathered(*placement.ranks, std::span<const CellBox>{mine});
        for (std::size_t at = 0; at < all.size(); ++at) {
            CellBox& one = mine[at % mine.size()];
            one = joined(one, all[at]);
        }
    }
    return mine;
}

/// Calls act(). On several ranks all throw if one of them does, others than it the text.
template <typename Act>
void on_all_ranks(const Placement& placement, const Act& act)
{
    if (placement.ranks == nullptr) {
        act();
        return;
    }
    std::string text;
    std::exception_ptr error;
    try {
        act();
    } catch (const std::exception& thrown) {
        text = thrown.what();
        error = std::current_exception();
    }
    const std::vector<std::string> texts = ranks::gathered_texts(*placement.ranks, text);
    const auto found = std::ranges::find_if(texts, [](const auto& one) { return !one.empty(); });
    if (error) {
        std::rethrow_exception(error);
    }
    if (found != texts.end()) {
        throw std::runtime_error{*found};
    }
}

/// Where the value of a place in arrays of a slab lies.
Index index_at(const Problem& problem, const Slab& slab, std::int64_t at)
{
    const std::int64_t columns = problem.grid.axes[0].cells;
    const std::int64_t rows = problem.grid.axes[1].cells;
    return {at % columns, at / columns % rows, slab.first + at / (columns * rows)};
}

std::vector<CellBox> boxes_around(const BodyPoints& found, const Problem& problem, const Slab& slab)
{
    std::vector<CellBox> around(problem.obstacles.size());
    for (const ForcedRange& range : found.ranges) {
        CellBox& box = around.at(static_cast<std::size_t>(range.obstacle));
        for (auto number = range.begin; number < range.end; ++number) {
            const Forced& point = found.points[static_cast<std::size_t>(number)];
            box = joined(box, {.first = index_at(problem, slab, point.at), .count = {1, 1, 1}});
        }
    }
    return around;
}

/// The component of what a body's velocity changes by in a unit of time for what is carried with it.
double carried(const Obstacle& obstacle, const Place& place, int component, double width)
{
    constexpr double part = 0.01;  // of a cell, on either side
    const auto at = static_cast<std::size_t>(component);
    const Place velocity = obstacle.velocity(place[0], place[1], place[2]);
    const double speed = std::hypot(velocity[0], velocity[1], velocity[2]);
    if (speed == 0.0) {
        return 0.0;
    }
    const double time = part * width / speed;
    const auto after = [&](double when) {
        return obstacle
            .velocity(place[0] + when * velocity[0], place[1] + when * velocity[1],
                      place[2] + when * velocity[2])
            .at(at);
    };
    return (after(time) - after(-time)) / (2.0 * time);
}

}  // namespace

BodyPoints find_body_points(const Problem& problem, const Slab& slab,
                            const std::optional<CellBox>& in_cells)
{
    const CellBox within = in_cells.value_or(all_cells(problem.grid));
    const std::size_t obstacles = problem.obstacles.size();
    const std::size_t count = problem.scalar ? quantities : 3;
    std::optional<QuantityPoints> cells;
    if (has_closed_obstacles(problem)) {
        cells.emplace(problem, slab, scalar_quantity, within);
    }
    std::vector<std::vector<Forced>> forced(count * obstacles);
    std::vector<std::vector<Sheared>> sheared(count * obstacles);
    BodyPoints all;
    for (std::size_t quantity = 0; quantity < count; ++quantity) {
        const QuantityPoints of_quantity{problem, slab, static_cast<int>(quantity), within,
                                         cells && quantity < 3 ? &*cells : nullptr};
        const std::int64_t rows = of_quantity.rows();
        const int threads = threads_for(rows * within.count[0], 20.0);
        const std::int64_t parts = std::min<std::int64_t>(rows, threads > 1 ? 8 * threads : 1);
        std::vector<FoundInRows> found(static_cast<std::size_t>(parts),
                                       {.forced = std::vector<std::vector<Forced>>(obstacles),
                                        .sheared = std::vector<std::vector<Sheared>>(obstacles),
                                        .mirrors = {}});
        each_at_once(parts, threads, [&](std::int64_t part) {
            of_quantity.find_in_rows(rows * part / parts, rows * (part + 1) / parts,
                                     found[static_cast<std::size_t>(part)]);
        });
        for (const FoundInRows& part : found) {
            for (std::size_t obstacle = 0; obstacle < obstacles; ++obstacle) {
                const std::size_t range = quantity * obstacles + obstacle;
                std::ranges::copy(part.forced[obstacle], std::back_inserter(forced.at(range)));
                std::ranges::copy(part.sheared[obstacle], std::back_inserter(sheared.at(range)));
            }
            std::ranges::copy(part.mirrors, std::back_inserter(all.mirrors));
            all.displaced += part.displaced;
            all.moved += part.moved;
        }
    }
    const auto add_range = [&](std::size_t range, std::int64_t begin) {
        all.ranges.push_back({.begin = begin,
                              .end = std::ssize(all.points),
                              .obstacle = static_cast<int>(range % obstacles),
                              .quantity = static_cast<int>(range / obstacles)});
    };
    for (std::size_t range = 0; range < forced.size(); ++range) {
        const std::int64_t begin = std::ssize(all.points);
        for (const Forced& point : forced[range]) {
            if (point.is_face) {
                all.faces.push_back(std::ssize(all.points));
            }
            all.points.push_back(point);
        }
        add_range(range, begin);
    }
    all.forced = std::ssize(all.points);
    std::vector<std::vector<ShearedPoint>> in_turns;
    for (std::size_t range = 0; cells && range < sheared.size(); ++range) {
        const std::int64_t begin = std::ssize(all.points);
        for (const Sheared& point : sheared[range]) {
            in_turns.resize(std::max(in_turns.size(), point.turn + 1));
            in_turns[point.turn].push_back(
                {.point = std::ssize(all.points), .gain = point.gain, .drag = point.drag});
            all.points.push_back({.at = point.at,
                                  .next = point.at,
                                  .quantity = static_cast<int>(range / obstacles)});
        }
        add_range(range, begin);
    }
    for (const std::vector<ShearedPoint>& turn : in_turns) {
        std::ranges::copy(turn, std::back_inserter(all.sheared));
        all.turns.push_back(std::ssize(all.sheared));
    }
    if (cells) {
        cells->each_surface_cell(
            [&](const walls::SurfaceCell& cell) { all.surface.push_back(cell); });
        std::vector<std::int64_t> deeper;
        cells->each_body_cell(
            [&](std::int64_t at, bool beside) { (beside ? all.cells : deeper).push_back(at); });
        all.cells_beside_surface = std::ssize(all.cells);
        std::ranges::copy(deeper, std::back_inserter(all.cells));
    }
    all.around = boxes_around(all, problem, slab);
    return all;
}

namespace {

/// Whether a box comes to an end of a part of all cells, on an axis that the part does not have whole.
bool ends_with(const CellBox& box, const CellBox& part, const CellBox& all)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (part.count.at(axis) < all.count.at(axis) &&
            (box.first.at(axis) == part.first.at(axis) || box.end(axis) == part.end(axis))) {
            return true;
        }
    }
    return false;
}

/// The cells near boxes, of each obstacle one; all where one is empty, or without boxes.
CellBox cells_near(const std::vector<CellBox>& boxes, const CellBox& all)
{
    constexpr std::int64_t reach = 4;  // a step of a stable length moves a body by less than two
    CellBox both;
    for (const CellBox& one : boxes) {
        both = joined(both, one);
        if (one.cells() == 0) {
            return all;
        }
    }
    CellBox near = all;
    for (std::size_t axis = 0; axis < 3 && both.cells() > 0; ++axis) {
        const std::int64_t first = both.first.at(axis) - reach;
        const std::int64_t end = both.end(axis) + reach;
        if (first > 0 && end < all.end(axis)) {
            near.first.at(axis) = first;
            near.count.at(axis) = end - first;
        }
    }
    return near;
}

}  // namespace

BodyPoints find_moved_points(const Problem& problem, const Placement& placement,
                             const std::vector<CellBox>& around)
{
    const CellBox all = all_cells(problem.grid);
    const CellBox near = cells_near(joined_over(placement, around), all);
    BodyPoints found;
    const auto find = [&](const CellBox& within) {
        on_all_ranks(placement, [&] { found = find_body_points(problem, placement.slab, within); });
    };
    find(near);
    const std::vector<CellBox> now = joined_over(placement, found.around);
    if (near.count != all.count && std::ranges::any_of(now, [&](const CellBox& one) {
            return one.cells() == 0 || ends_with(one, near, all);
        })) {
        find(all);
    }
    return found;
}

namespace {

/// Adds what some of an obstacle's values of a component, those of `range`, have to its motion.
void add_motion(const Problem& problem, const Obstacle& before, const Slab& slab,
                const BodyPoints& found, const ForcedRange& range, BodyMotion& motion)
{
    const Obstacle& obstacle = problem.obstacles.at(static_cast<std::size_t>(range.obstacle));
    const auto component = static_cast<std::size_t>(range.quantity);
    const poisson::Problem projection = projection_of(problem);
    for (auto number = range.begin; number < range.end; ++number) {
        const Forced& point = found.points.at(static_cast<std::size_t>(number));
        if (point.next != point.at) {
            continue;  // outside
        }
        const Index index = index_at(problem, slab, point.at);
        Place place{};
        Place widths{};
        for (int axis = 0; axis < 3; ++axis) {
            const auto along = static_cast<std::size_t>(axis);
            place.at(along) = velocity_position(problem, range.quantity, axis, index.at(along));
            widths.at(along) = volume_width(problem, range.quantity, axis, index.at(along));
        }
        const Place velocity = obstacle.velocity(place[0], place[1], place[2]);
        const double was =
            before.velocity ? before.velocity(place[0], place[1], place[2]).at(component) : 0.0;
        const double volume = widths[0] * widths[1] * widths[2];
        const double step = volume * (point.value - was);
        const double rate = volume * carried(obstacle, place, range.quantity, widths.at(component));
        double courant = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool is_absent = poisson::is_absent(projection, static_cast<int>(axis));
            courant += is_absent ? 0.0 : std::abs(velocity.at(axis)) / widths.at(axis);
            place.at(axis) = is_absent ? 0.0 : place.at(axis);
        }
        motion.largest_rate = std::max(motion.largest_rate, courant);
        for (std::size_t which = 0; which < 4; ++which) {
            const double arm = which == 0 ? 1.0 : place.at(which - 1);
            motion.step.at(component).at(which) += step * arm;
            motion.rate.at(component).at(which) += rate * arm;
        }
    }
}

}  // namespace

std::vector<BodyMotion> motion_of_bodies(const Problem& problem,
                                         const std::vector<Obstacle>& before,
                                         const Placement& placement, const BodyPoints& found)
{
    // Parts of equal length, for the bits of sums are those of any number of threads.
    constexpr long long length = 4096;
    std::vector<ForcedRange> parts;
    for (const ForcedRange& range : found.ranges) {
        const auto body = static_cast<std::size_t>(range.obstacle);
        if (range.quantity == scalar_quantity || !problem.obstacles.at(body).velocity) {
            continue;
        }
        for (long long begin = range.begin; begin < range.end; begin += length) {
            ForcedRange& part = parts.emplace_back(range);
            part.begin = begin;
            part.end = std::min(begin + length, range.end);
        }
    }
    std::vector<BodyMotion> of_parts(parts.size());
    constexpr double nanoseconds = 1000.0;
    on_all_ranks(placement, [&] {
        each_at_once(std::ssize(parts), threads_for(std::ssize(found.points), nanoseconds),
                     [&](std::int64_t number) {
                         const auto at = static_cast<std::size_t>(number);
                         const auto body = static_cast<std::size_t>(parts[at].obstacle);
                         add_motion(problem, before.at(body), placement.slab, found, parts[at],
                                    of_parts[at]);
                     });
    });
    std::vector<BodyMotion> all(problem.obstacles.size());
    for (std::size_t at = 0; at < parts.size(); ++at) {
        BodyMotion& body = all.at(static_cast<std::size_t>(parts[at].obstacle));
        body.largest_rate = std::max(body.largest_rate, of_parts[at].largest_rate);
        for (std::size_t quantity = 0; quantity < quantities; ++quantity) {
            for (std::size_t which = 0; which < 4; ++which) {
                body.step.at(quantity).at(which) += of_parts[at].step.at(quantity).at(which);
                body.rate.at(quantity).at(which) += of_parts[at].rate.at(quantity).at(which);
            }
        }
    }
    return all;
}

}  // namespace tobiuo::flow
