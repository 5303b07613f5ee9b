#include "solvers/flow/bodies/body_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "runtime/threads.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"

namespace tobiuo::flow {
namespace {

using Place = std::array<double, 3>;
using Index = std::array<std::int64_t, 3>;

constexpr int outside = -1;

/// The velocities of one component of a box in and around a slab, and the obstacles around them.
class ComponentPoints {
public:
    ComponentPoints(const Problem& problem, const Slab& slab, int component)
        : problem_{problem}, slab_{slab}, component_{component}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            counts_.at(axis) = problem.grid.axes.at(axis).cells;
            periodic_.at(axis) = problem.faces.at(axis).lower.kind == FaceKind::periodic;
        }
        find_bodies();
    }

    /// Calls use(obstacle, point) for the forced velocities of plane k of the slab.
    template <typename Use>
    void each_of_plane(std::int64_t k, const Use& use) const
    {
        for (std::int64_t j = 0; j < counts_[1]; ++j) {
            for (std::int64_t i = 0; i < counts_[0]; ++i) {
                const Index index{i, j, slab_.first + k};
                if (is_held(index)) {
                    continue;
                }
                if (const int body = body_of(index); body != outside) {
                    const std::int64_t at = place_in_slab(index);
                    use(body, BodyPoint{at, at, velocity_of(body, place_of(index)), 0.0});
                } else if (const auto beside = beside_surface(index)) {
                    use(beside->first, beside->second);
                }
            }
        }
    }

private:
    /// Planes beyond the slab whose velocities are looked at: of the next one it is asked whether it
    /// is beside a surface.
    static constexpr std::int64_t beyond = 2;

    void find_bodies()
    {
        const std::int64_t planes = slab_.count + 2 * beyond;
        bodies_.assign(static_cast<std::size_t>(planes * counts_[1] * counts_[0]), outside);
        const int threads = threads_for(planes * counts_[1] * counts_[0], 50.0);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (std::int64_t row = 0; row < planes * counts_[1]; ++row) {
            const std::int64_t k = slab_.first - beyond + row / counts_[1];
            for (std::int64_t i = 0; i < counts_[0]; ++i) {
                Index index{i, row % counts_[1], k};
                if (enter(index)) {
                    bodies_.at(static_cast<std::size_t>(row * counts_[0] + i)) =
                        is_held(index) ? outside : body_at(place_of(index));
                }
            }
        }
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
        const auto own = static_cast<std::size_t>(component_);
        return !periodic_.at(own) && index.at(own) + 1 == counts_.at(own);
    }

    [[nodiscard]] int body_at(const Place& place) const
    {
        const auto found = std::ranges::find_if(problem_.obstacles, [&](const Obstacle& one) {
            return one.inside(place[0], place[1], place[2]);
        });
        return found == problem_.obstacles.end()
                   ? outside
                   : static_cast<int>(found - problem_.obstacles.begin());
    }

    /// The body of a velocity, whose plane is at most `beyond` planes beyond the slab.
    [[nodiscard]] int body_of(Index index) const
    {
        const std::int64_t plane = index[2] - slab_.first + beyond;
        index[2] = slab_.first;
        if (!enter(index)) {
            return outside;
        }
        return bodies_.at(
            static_cast<std::size_t>((plane * counts_[1] + index[1]) * counts_[0] + index[0]));
    }

    /// Along an axis, also of an index beyond the ends of a period.
    [[nodiscard]] double position(std::size_t axis, std::int64_t index) const
    {
        const std::int64_t count = counts_.at(axis);
        const std::int64_t rounds = index < 0 ? -1 : index >= count ? 1 : 0;
        const Axis& along = problem_.grid.axes.at(axis);
        return velocity_position(problem_, component_, static_cast<int>(axis),
                                 index - rounds * count) +
               static_cast<double>(rounds) * (along.upper - along.lower);
    }

    [[nodiscard]] Place place_of(const Index& index) const
    {
        return {position(0, index[0]), position(1, index[1]), position(2, index[2])};
    }

    [[nodiscard]] double velocity_of(int body, const Place& place) const
    {
        const Obstacle& obstacle = problem_.obstacles.at(static_cast<std::size_t>(body));
        return obstacle.velocity ? obstacle.velocity(place[0], place[1], place[2])
                                       .at(static_cast<std::size_t>(component_))
                                 : 0.0;
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

    [[nodiscard]] bool exists(Index index) const
    {
        return enter(index);
    }

    /// Whether a velocity outside has one inside a body beside it.
    [[nodiscard]] bool is_beside(const Index& index) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                const Index neighbour = moved(index, axis, step);
                if (exists(neighbour) && body_of(neighbour) != outside) {
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
    [[nodiscard]] std::optional<std::pair<int, BodyPoint>> beside_surface(const Index& index) const
    {
        std::optional<std::pair<int, BodyPoint>> best;
        double nearest = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-1, 1}) {
                const Index inside = moved(index, axis, step);
                const Index next = moved(index, axis, -step);
                if (!exists(inside) || !exists(next)) {
                    continue;
                }
                const int body = body_of(inside);
                if (body == outside || body_of(next) != outside || is_beside(next)) {
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
                             .value = velocity_of(body, place_between(index, axis, step, part)),
                             .part = distance / (distance + behind)}};
                }
            }
        }
        return best;
    }

    const Problem& problem_;
    Slab slab_;
    int component_;
    Index counts_{};
    std::array<bool, 3> periodic_{};
    std::vector<int> bodies_;  ///< the obstacle around each velocity
};

}  // namespace

BodyPoints find_body_points(const Problem& problem, const Slab& slab)
{
    const std::size_t obstacles = problem.obstacles.size();
    std::vector<std::vector<BodyPoint>> of_range(3 * obstacles);
    for (int component = 0; component < 3; ++component) {
        const ComponentPoints of_component{problem, slab, component};
        const auto planes = static_cast<std::size_t>(slab.count);
        std::vector<std::vector<std::vector<BodyPoint>>> found(
            planes, std::vector<std::vector<BodyPoint>>(obstacles));
        const int threads = threads_for(points(problem, slab), 20.0);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (std::int64_t k = 0; k < slab.count; ++k) {
            of_component.each_of_plane(k, [&](int obstacle, const BodyPoint& point) {
                found[static_cast<std::size_t>(k)][static_cast<std::size_t>(obstacle)].push_back(
                    point);
            });
        }
        for (const auto& of_plane : found) {
            for (std::size_t obstacle = 0; obstacle < obstacles; ++obstacle) {
                auto& all = of_range.at(3 * obstacle + static_cast<std::size_t>(component));
                all.insert(all.end(), of_plane.at(obstacle).begin(), of_plane.at(obstacle).end());
            }
        }
    }
    BodyPoints all;
    for (std::size_t range = 0; range < of_range.size(); ++range) {
        const std::int64_t begin = std::ssize(all.points);
        all.points.insert(all.points.end(), of_range[range].begin(), of_range[range].end());
        all.ranges.push_back({.begin = begin,
                              .end = std::ssize(all.points),
                              .obstacle = static_cast<int>(range / 3),
                              .component = static_cast<int>(range % 3)});
    }
    return all;
}

}  // namespace tobiuo::flow
