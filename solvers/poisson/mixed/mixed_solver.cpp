// SPDX-License-Identifier: BSD-3-Clause
// The public solver with mixed walls: the public one of the box, and conjugate gradients around it.
#include <tobiuo/poisson/mixed_solver.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "kernels/walls/closed_cells.hpp"
#include "kernels/walls/face_items.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/box_volume.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/mixed/mixed_face.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/walls/around_box.hpp"
#include "solvers/poisson/walls/given_walls.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
Wall<T>& wall_of(Walls<T>& walls, int axis, int end)
{
    return (axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z).at(static_cast<std::size_t>(end));
}

std::optional<std::string> wall_fault(const Problem& problem, const std::vector<MixedWall>& walls)
{
    std::set<std::pair<int, int>> named;
    for (const MixedWall& wall : walls) {
        if (wall.axis < 0 || wall.axis > 2 || wall.end < 0 || wall.end > 1) {
            return "a mixed wall is at end " + std::to_string(wall.end) + " of axis " +
                   std::to_string(wall.axis) +
                   " (axes are 0 to 2, ends 0 and 1): name an end of the box";
        }
        const std::string name = "the mixed " + wall_name(wall.axis, wall.end);
        if (condition_of(problem, wall.axis, wall.end) != Condition::neumann) {
            return name +
                   " is not Neumann's in the problem (its unknowns are those of a Neumann wall): "
                   "use Condition::neumann there";
        }
        const std::int64_t needed = points(problem) / unknowns(problem, wall.axis).count;
        if (!wall.is_dirichlet && std::ssize(wall.points) != needed) {
            return name + " has no function, and " + std::to_string(wall.points.size()) +
                   " points (something must say where it is Dirichlet's): give a function, or "
                   "its " +
                   std::to_string(needed) + " points";
        }
        if (!named.insert({wall.axis, wall.end}).second) {
            return name + " is named twice (one function says what it is): name it once";
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unsupported_reason(const Problem& problem,
                                              const std::vector<MixedWall>& walls,
                                              const MixedOptions& options)
{
    const AroundBox around{
        .given = "mixed walls are",
        .with_rho = "fluxes through them are divided by it): leave one of them out"};
    if (auto reason = unsupported_around_box(problem, options.solver, around)) {
        return reason;
    }
    if (auto fault = tolerance_fault(options.tolerance, "mixed walls", "what their values miss")) {
        return fault;
    }
    return wall_fault(problem, walls);
}

class MixedSolver::Implementation {
public:
    Implementation(const Problem& problem, const std::vector<MixedWall>& walls,
                   const MixedOptions& options)
        : options_{options},
          machine_{runtime::make_machine(chosen_backend(options.solver.backend),
                                         options.solver.threads)},
          solver_{problem, options_of_box(options.solver)}
    {
        std::vector<std::int64_t> held;
        for (const MixedWall& wall : walls) {
            const MixedFace& face =
                faces_.emplace_back(problem, wall, held, options.solver.threads);
            count_ += face.dirichlet().size();
            for (const std::size_t point : face.dirichlet()) {
                area_ += face.area(point);
            }
        }
        if (problem.precision == Precision::fp32) {
            parts_.emplace<Parts<float>>(made<float>());
        } else {
            parts_.emplace<Parts<double>>(made<double>());
        }
        holds_constant_ = has_null_space(problem) && count_ > 0;
        runtime::wait_for_kernels();
    }

    template <typename T>
    MixedUse solve_and_wait(const T* f, const Walls<T>& walls, T* u, Stream stream) const
    {
        const auto& parts = in_precision<Parts<T>>(parts_);
        static_cast<void>(checked_walls(solver_.problem(), solver_.backend(), f, walls, u));
        const std::lock_guard lock{solving_};
        return Solve<T>{*this, parts, f, walls, u, stream}.run();
    }

    [[nodiscard]] const Solver& solver() const { return solver_; }
    [[nodiscard]] std::int64_t dirichlet_points() const
    {
        return static_cast<std::int64_t>(count_);
    }
    [[nodiscard]] bool holds_constant() const { return holds_constant_; }
    [[nodiscard]] std::size_t workspace_bytes() const
    {
        std::size_t bytes = solver_.workspace_bytes();
        std::visit(
            [&](const auto& parts) {
                if constexpr (requires { parts.values; }) {
                    for (std::size_t face = 0; face < faces_.size(); ++face) {
                        bytes += parts.values[face].bytes() + parts.gathered[face].bytes();
                    }
                }
            },
            parts_);
        return bytes;
    }

private:
    /// Arrays of faces where f and u are.
    template <typename T>
    struct Parts {
        std::vector<runtime::Array> values;    ///< of the walls of a solve
        std::vector<runtime::Array> gathered;  ///< unknowns beside a face, in double
        runtime::ForEach<walls::GatherFace<T>> gather;
        runtime::ForEach<walls::AddConstant<T>> add;
    };

    template <typename T>
    [[nodiscard]] Parts<T> made() const
    {
        Parts<T> parts{.values = {},
                       .gathered = {},
                       .gather = runtime::ForEach<walls::GatherFace<T>>{*machine_},
                       .add = runtime::ForEach<walls::AddConstant<T>>{*machine_}};
        for (const MixedFace& face : faces_) {
            const auto count = static_cast<std::size_t>(face.points());
            parts.values.push_back(machine_->allocate(count * sizeof(T)));
            parts.gathered.push_back(machine_->allocate(count * sizeof(double)));
        }
        return parts;
    }

    /// Numbers of the points on Dirichlet parts of all faces, one behind the other.
    using Vector = std::vector<double>;

    /// One call.
    template <typename T>
    class Solve {
    public:
        Solve(const Implementation& all, const Parts<T>& parts, const T* f, const Walls<T>& walls,
              T* u, Stream stream)
            : all_{all}, parts_{parts}, f_{f}, walls_{walls}, u_{u}, stream_{stream}
        {
            for (const MixedFace& face : all_.faces_) {
                Wall<T>& wall = wall_of(walls_, face.axis(), face.end());
                std::vector<T> values(static_cast<std::size_t>(face.points()), wall.constant);
                if (wall.values != nullptr) {
                    all_.machine_->read_and_wait(std::as_writable_bytes(std::span{values}),
                                                 wall.values, stream_);
                }
                for (const std::size_t point : face.dirichlet()) {
                    wanted_.push_back(static_cast<double>(values[point]));
                    values[point] = T{0};
                }
                slopes_.push_back(std::move(values));
                wall = {.constant = T{0},
                        .values = parts_.values[slopes_.size() - 1].template as<T>()};
            }
        }

        MixedUse run()
        {
            constexpr double least_in_single = 1.0e-5;
            const double tolerance = std::is_same_v<T, float>
                                         ? std::max(all_.options_.tolerance, least_in_single)
                                         : all_.options_.tolerance;
            Vector flux(wanted_.size());
            Vector residual = missing(flux);
            if (all_.holds_constant_) {  // fluxes that take up what f has too much
                const double removed = all_.solver_.solved(stream_).removed_mean;
                std::ranges::fill(flux,
                                  volume_of(all_.solver_.problem().grid) * removed / all_.area_);
                residual = missing(flux);
            }
            const double whole = square(residual);
            double rest = whole;
            constexpr int most_searches = 3;
            constexpr double enough = 0.25;  // of a square: what rounding leaves does not fall
            // What u misses by rounding alone is no error, however little there was to find.
            constexpr double rounding =
                16.0 * static_cast<double>(std::numeric_limits<T>::epsilon());
            double largest = 0.0;
            for (const double value : wanted_) {
                largest = std::max(largest, std::abs(value));
            }
            const double least =
                rounding * rounding * largest * largest * static_cast<double>(wanted_.size());
            const double goal = std::max(tolerance * tolerance * whole, least);
            for (int search = 0; search < most_searches && rest > goal; ++search) {
                const double before = rest;
                find(flux, std::move(residual), goal);
                residual = missing(flux);
                rest = square(residual);
                if (rest > enough * before) {
                    break;
                }
            }
            if (all_.holds_constant_) {
                parts_.add({.values = u_, .constant = constant_}, points(all_.solver_.problem()),
                           stream_);
            }
            all_.machine_->wait(stream_);
            return {.solves = solves_, .residual = rest <= least ? 0.0 : std::sqrt(rest / whole)};
        }

    private:
        /// Conjugate gradients from a residual, which fluxes are to make small.
        void find(Vector& flux, Vector residual, double goal)
        {
            constexpr int most_steps = 200;
            Vector direction(flux.size());
            Vector image(flux.size());
            double of_residual = 0.0;
            double alpha = 0.0;
            for (int step = 0; step < most_steps && square(residual) > goal; ++step) {
                const Vector z = preconditioned(residual);
                const Vector image_of_z = responses(z);
                const double products = inner(residual, z);
                const double beta = step == 0 ? 0.0 : products / of_residual;
                const double curvature =
                    inner(image_of_z, z) - (step == 0 ? 0.0 : beta * products / alpha);
                of_residual = products;
                alpha = products / curvature;
                if (!(alpha > 0.0) || !std::isfinite(alpha)) {
                    return;  // rounding is all that is left
                }
                for (std::size_t n = 0; n < flux.size(); ++n) {
                    direction[n] = z[n] + beta * direction[n];
                    image[n] = image_of_z[n] + beta * image[n];
                    flux[n] += alpha * direction[n];
                    residual[n] -= alpha * image[n];
                }
            }
        }

        /// What u misses of its values with these fluxes. Leaves u without the constant.
        [[nodiscard]] Vector missing(const Vector& flux)
        {
            put(flux, slopes_);
            all_.solver_.solve(f_, walls_, u_, stream_);
            Vector values = on_walls(flux);
            for (std::size_t n = 0; n < values.size(); ++n) {
                values[n] = wanted_[n] - values[n];
            }
            constant_ = balance(values);
            return values;
        }

        /// What fluxes alone make of u on the walls. Overwrites u.
        [[nodiscard]] Vector responses(const Vector& flux)
        {
            std::vector<std::vector<T>> none;
            for (const MixedFace& face : all_.faces_) {
                none.emplace_back(static_cast<std::size_t>(face.points()));
            }
            put(flux, none);
            Walls<T> walls;
            for (const MixedFace& face : all_.faces_) {
                wall_of(walls, face.axis(), face.end()) = wall_of(walls_, face.axis(), face.end());
            }
            all_.machine_->clear(
                u_, static_cast<std::size_t>(points(all_.solver_.problem())) * sizeof(T), stream_);
            all_.solver_.solve(u_, walls, u_, stream_);
            Vector values = on_walls(flux);
            static_cast<void>(balance(values));
            return values;
        }

        /// Writes the values of mixed walls: fluxes, and the given slopes.
        void put(const Vector& flux, std::vector<std::vector<T>> values) const
        {
            std::size_t n = 0;
            for (std::size_t face = 0; face < values.size(); ++face) {
                for (const std::size_t point : all_.faces_[face].dirichlet()) {
                    values[face][point] = static_cast<T>(flux[n++]);
                }
                all_.machine_->write_and_wait(parts_.values[face].data(),
                                              std::as_bytes(std::span{values[face]}), stream_);
            }
        }

        /// u on the Dirichlet parts.
        [[nodiscard]] Vector on_walls(const Vector& flux)
        {
            ++solves_;
            const Problem& problem = all_.solver_.problem();
            Vector values;
            std::vector<double> beside;
            for (std::size_t number = 0; number < all_.faces_.size(); ++number) {
                const MixedFace& face = all_.faces_[number];
                auto* const gathered = parts_.gathered[number].template as<double>();
                walls::GatherFace<T> item{
                    .u = u_, .axis = face.axis(), .end = face.end(), .to = gathered};
                for (int axis = 0; axis < 3; ++axis) {
                    item.counts[axis] = unknowns(problem, axis).count;
                }
                parts_.gather(item, face.points(), stream_);
                beside.resize(static_cast<std::size_t>(face.points()));
                all_.machine_->read_and_wait(std::as_writable_bytes(std::span{beside}), gathered,
                                             stream_);
                for (const std::size_t point : face.dirichlet()) {
                    values.push_back(beside[point] + face.gap() * flux[values.size()]);
                }
            }
            return values;
        }

        [[nodiscard]] Vector preconditioned(const Vector& residual) const
        {
            Vector z;
            std::size_t begin = 0;
            for (const MixedFace& face : all_.faces_) {
                std::vector<double> whole(static_cast<std::size_t>(face.points()));
                for (std::size_t n = 0; n < face.dirichlet().size(); ++n) {
                    whole[face.dirichlet()[n]] = residual[begin + n];
                }
                face.apply_root(whole);
                for (const std::size_t point : face.dirichlet()) {
                    z.push_back(whole[point]);
                }
                begin += face.dirichlet().size();
            }
            static_cast<void>(balance(z));
            return z;
        }

        /// Where fluxes hold a constant, subtracts the mean over the Dirichlet parts, and returns it.
        double balance(Vector& values) const
        {
            if (!all_.holds_constant_) {
                return 0.0;
            }
            const Vector ones(values.size(), 1.0);
            const double mean = inner(values, ones) / all_.area_;
            for (double& value : values) {
                value -= mean;
            }
            return mean;
        }

        [[nodiscard]] double inner(const Vector& a, const Vector& b) const
        {
            double sum = 0.0;
            std::size_t n = 0;
            for (const MixedFace& face : all_.faces_) {
                for (const std::size_t point : face.dirichlet()) {
                    sum += face.area(point) * a[n] * b[n];
                    ++n;
                }
            }
            return sum;
        }
        [[nodiscard]] double square(const Vector& values) const { return inner(values, values); }

        const Implementation& all_;
        const Parts<T>& parts_;
        const T* f_;
        Walls<T> walls_;  ///< mixed ones have the values of a solve
        T* u_;
        Stream stream_;
        Vector wanted_;                       ///< of u
        std::vector<std::vector<T>> slopes_;  ///< given on the Neumann parts, else 0
        double constant_ = 0.0;               ///< that u misses
        std::int64_t solves_ = 0;
    };

    MixedOptions options_;
    mutable std::mutex solving_;  ///< one solve at a time
    std::unique_ptr<const runtime::Machine> machine_;
    Solver solver_;
    std::vector<MixedFace> faces_;
    std::size_t count_ = 0;  ///< of points on Dirichlet parts
    double area_ = 0.0;      ///< of these
    bool holds_constant_ = false;
    std::variant<std::monostate, Parts<float>, Parts<double>> parts_;
};

MixedSolver::MixedSolver(const Problem& problem, const std::vector<MixedWall>& walls,
                         const MixedOptions& options)
{
    if (const auto reason = unsupported_reason(problem, walls, options)) {
        throw std::invalid_argument{*reason};
    }
    implementation_ = std::make_unique<const Implementation>(problem, walls, options);
}

MixedSolver::MixedSolver(MixedSolver&&) noexcept = default;
MixedSolver& MixedSolver::operator=(MixedSolver&&) noexcept = default;
MixedSolver::~MixedSolver() = default;

MixedUse MixedSolver::solve_and_wait(const double* f, double* u, Stream stream) const
{
    return implementation_->solve_and_wait<double>(f, {}, u, stream);
}

MixedUse MixedSolver::solve_and_wait(const float* f, float* u, Stream stream) const
{
    return implementation_->solve_and_wait<float>(f, {}, u, stream);
}

MixedUse MixedSolver::solve_and_wait(const double* f, const Walls<double>& walls, double* u,
                                     Stream stream) const
{
    return implementation_->solve_and_wait(f, walls, u, stream);
}

MixedUse MixedSolver::solve_and_wait(const float* f, const Walls<float>& walls, float* u,
                                     Stream stream) const
{
    return implementation_->solve_and_wait(f, walls, u, stream);
}

Solved MixedSolver::solved(Stream stream) const
{
    return implementation_->holds_constant() ? Solved{} : implementation_->solver().solved(stream);
}

const Problem& MixedSolver::problem() const
{
    return implementation_->solver().problem();
}

Backend MixedSolver::backend() const
{
    return implementation_->solver().backend();
}

std::string MixedSolver::describe() const
{
    return implementation_->solver().describe() + ", in conjugate gradients on " +
           std::to_string(dirichlet_points()) + " fluxes through mixed walls";
}

int MixedSolver::passes() const
{
    return implementation_->solver().passes();
}

std::int64_t MixedSolver::dirichlet_points() const
{
    return implementation_->dirichlet_points();
}

std::size_t MixedSolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

}  // namespace tobiuo::poisson
