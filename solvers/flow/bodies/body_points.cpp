#include "solvers/flow/bodies/body_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <iterator>
#include <optional>
#include <utility>

#include "kernels/flow/implicit_stage.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"

namespace tobiuo::flow {
namespace {

using Place = std::array<double, 3>;
using Index = std::array<std::int64_t, 3>;
using Forced = ForcedPoint<double>;
using Mirrored = MirroredPoint<double>;

constexpr int outside = -1;

/// Calls work(n) for 0 to count - 1 on several threads. Throws one of the exceptions of work().
template <typename Work>
void each_at_once(std::int64_t count, [[maybe_unused]] int threads, const Work& work)
{
    std::exception_ptr error;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t n = 0; n < count; ++n) {
        try {
            work(n);
        } catch (...) {
#pragma omp critical
            error = std::current_exception();
        }
    }
    if (error) {
        std::rethrow_exception(error);
    }
}

/// The values of one quantity of a box in and around a slab, and the obstacles around them.
class QuantityPoints {
public:
    QuantityPoints(const Problem& problem, const Slab& slab, int quantity)
        : problem_{problem}, slab_{slab}, quantity_{quantity}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            counts_.at(axis) = problem.grid.axes.at(axis).cells;
            periodic_.at(axis) = problem.faces.at(axis).lower.kind == FaceKind::periodic;
        }
        find_bodies();
    }

    /// Calls use(obstacle, point) for the forced values of plane k of the slab, mirror(point) for
    /// those that are mirror images of what is outside.
    template <typename Use, typename Mirror>
    void each_of_plane(std::int64_t k, const Use& use, const Mirror& mirror) const
    {
        for (std::int64_t j = 0; j < counts_[1]; ++j) {
            for (std::int64_t i = 0; i < counts_[0]; ++i) {
                const Index index{i, j, slab_.first + k};
                if (is_held(index)) {
                    continue;
                }
                if (const int body = body_of(index); body != outside) {
                    if (is_mirrored(body)) {
                        if (const Mirrored point = mirrored(body, index); point.count > 0) {
                            mirror(point);
                        }
                        continue;
                    }
                    const std::int64_t at = place_in_slab(index);
                    use(body, Forced{.at = at,
                                     .next = at,
                                     .value = value_of(body, place_of(index)),
                                     .quantity = quantity_});
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
        each_at_once(planes * counts_[1], threads, [&](std::int64_t row) {
            const std::int64_t k = slab_.first - beyond + row / counts_[1];
            for (std::int64_t i = 0; i < counts_[0]; ++i) {
                Index index{i, row % counts_[1], k};
                if (enter(index)) {
                    bodies_.at(static_cast<std::size_t>(row * counts_[0] + i)) =
                        is_held(index) ? outside : body_at(place_of(index));
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
        return velocity_position(problem_, quantity_, static_cast<int>(axis),
                                 index - rounds * count) +
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
        for (beside[2] = -beyond; beside[2] <= beyond; ++beside[2]) {
            for (beside[1] = -beyond; beside[1] <= beyond; ++beside[1]) {
                for (beside[0] = -beyond; beside[0] <= beyond; ++beside[0]) {
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
                if (body == outside || is_mirrored(body) || body_of(next) != outside ||
                    is_beside(next)) {
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
    int quantity_;
    Index counts_{};
    std::array<bool, 3> periodic_{};
    std::vector<int> bodies_;  ///< the obstacle around each velocity
};

}  // namespace

BodyPoints find_body_points(const Problem& problem, const Slab& slab)
{
    const std::size_t obstacles = problem.obstacles.size();
    const std::size_t count = problem.scalar ? quantities : 3;
    std::vector<std::vector<Forced>> of_range(count * obstacles);
    BodyPoints all;
    for (std::size_t quantity = 0; quantity < count; ++quantity) {
        const QuantityPoints of_quantity{problem, slab, static_cast<int>(quantity)};
        const auto planes = static_cast<std::size_t>(slab.count);
        std::vector<std::vector<std::vector<Forced>>> found(
            planes, std::vector<std::vector<Forced>>(obstacles));
        const int threads = threads_for(points(problem, slab), 20.0);
        std::vector<std::vector<Mirrored>> mirrors(planes);
        each_at_once(slab.count, threads, [&](std::int64_t k) {
            const auto plane = static_cast<std::size_t>(k);
            of_quantity.each_of_plane(
                k,
                [&](int obstacle, const Forced& point) {
                    found[plane][static_cast<std::size_t>(obstacle)].push_back(point);
                },
                [&](const Mirrored& point) { mirrors[plane].push_back(point); });
        });
        for (std::size_t plane = 0; plane < planes; ++plane) {
            for (std::size_t obstacle = 0; obstacle < obstacles; ++obstacle) {
                std::ranges::copy(found[plane][obstacle],
                                  std::back_inserter(of_range.at(quantity * obstacles + obstacle)));
            }
            std::ranges::copy(mirrors[plane], std::back_inserter(all.mirrors));
        }
    }
    for (std::size_t range = 0; range < of_range.size(); ++range) {
        const std::int64_t begin = std::ssize(all.points);
        all.points.insert(all.points.end(), of_range[range].begin(), of_range[range].end());
        all.ranges.push_back({.begin = begin,
                              .end = std::ssize(all.points),
                              .obstacle = static_cast<int>(range % obstacles),
                              .quantity = static_cast<int>(range / obstacles)});
    }
    return all;
}

}  // namespace tobiuo::flow
