// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/gradients.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/layer_window.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/wall_laws.hpp"

namespace tobiuo::flow {
namespace {

/// The measures of an axis, with index -1 ... n - 1.
struct Ruler {
    long long first = 0;  ///< edge of the axis: 0 of a periodic one, else -1
    long long cells = 0;
    const double* per_width = nullptr;
    const double* per_gap = nullptr;
    std::vector<double> widths = {};
    std::vector<double> edges =
        {};  ///< between the centres on either side, half as much at the ends
    std::vector<double> inner =
        {};  ///< 1 where the velocity along the axis is computed, 0 on a face
    std::vector<double> inside = {};  ///< the edges of points that the shear at a wall counts

    [[nodiscard]] double width(long long index) const { return of(widths, index); }
    [[nodiscard]] double edge(long long index) const { return of(edges, index); }
    [[nodiscard]] double is_inner(long long index) const { return of(inner, index); }
    [[nodiscard]] double counted(long long index) const { return of(inside, index); }

private:
    [[nodiscard]] static double of(const std::vector<double>& values, long long index)
    {
        return values[static_cast<std::size_t>(index + 1)];
    }
};

Ruler ruler_of(const Problem& problem, const Box<double>& box, int axis)
{
    const Faces& faces = problem.faces.at(static_cast<std::size_t>(axis));
    Ruler ruler{.first = box.periodic[axis] ? 0 : -1,
                .cells = box.counts[axis],
                .per_width = box.axes[axis].per_width,
                .per_gap = box.axes[axis].per_gap};
    for (long long index = -1; index < ruler.cells; ++index) {
        const bool on_face = !box.periodic[axis] && (index < 0 || index == ruler.cells - 1);
        const double edge = (on_face ? 0.5 : 1.0) / ruler.per_gap[index];
        const Face& face = index < 0 ? faces.lower : faces.upper;
        ruler.widths.push_back(1.0 / ruler.per_width[index]);
        ruler.edges.push_back(edge);
        ruler.inner.push_back(on_face ? 0.0 : 1.0);
        ruler.inside.push_back(on_face && is_wall(face.kind) ? 0.0 : edge);
    }
    return ruler;
}

/// Adds up what a layer of cells and the edges on and above it contribute, without viscosity.
template <typename T>
class LayerSums {
public:
    LayerSums(const std::array<Ruler, 3>& rulers, const LayerWindow<T>& window)
        : rulers_{rulers}, window_{window}
    {
    }

    void add_all(Gradients& sums) const
    {
        if (window_.k() >= 0) {
            add_cells<0>(sums);
            add_cells<1>(sums);
            add_cells<2>(sums);
            add_edges<0, 1>(sums);
        }
        add_edges<0, 2>(sums);
        add_edges<1, 2>(sums);
    }

    void add_shear(int face, int component, Gradients& sums) const
    {
        const int axis = face / 2;
        const int third = 3 - axis - component;
        const long long on_face = face % 2 == 0 ? -1 : rulers_.at(index(axis)).cells - 1;
        const auto first = [&](int of) {
            return of == axis ? on_face : of == third ? 0 : rulers_.at(index(of)).first;
        };
        const auto end = [&](int of) {
            return of == axis ? on_face + 1 : rulers_.at(index(of)).cells;
        };
        if (window_.k() < first(2) || window_.k() >= end(2)) {
            return;
        }
        const double* here = window_.here(component);
        const double* next = window_.next(component, axis);
        double sum = 0.0;
        for (long long j = first(1); j < end(1); ++j) {
            for (long long i = first(0); i < end(0); ++i) {
                const std::array<long long, 3> at{i, j, window_.k()};
                const long long place = window_.place(i, j);
                sum += rulers_.at(index(component)).counted(at.at(index(component))) *
                       rulers_.at(index(third)).width(at.at(index(third))) *
                       (next[place] - here[place]);
            }
        }
        const double per_gap = rulers_.at(index(axis)).per_gap[on_face];
        sums.shear.at(index(face)).at(index(component)) +=
            (face % 2 == 0 ? per_gap : -per_gap) * sum;
    }

private:
    static constexpr std::size_t index(int value) { return static_cast<std::size_t>(value); }

    /// The gradients of a component along its own axis.
    template <int axis>
    void add_cells(Gradients& sums) const
    {
        const double* upper = window_.here(axis);
        const double* lower = window_.before(axis);
        const auto& [x, y, z] = rulers_;
        double sum = 0.0;
        for (long long j = 0; j < y.cells; ++j) {
            double row = 0.0;
            for (long long i = 0; i < x.cells; ++i) {
                const std::array<long long, 3> at{i, j, window_.k()};
                const long long place = window_.place(i, j);
                const double gradient =
                    rulers_[axis].per_width[at[axis]] * (upper[place] - lower[place]);
                row += x.width(i) * gradient * gradient;
            }
            sum += y.width(j) * row;
        }
        sums.dissipation += z.width(window_.k()) * sum;
    }

    /// The gradients of component `a` along axis `b` and of `b` along `a`, at the edges between.
    template <int a, int b>
    void add_edges(Gradients& sums) const
    {
        constexpr int c = 3 - a - b;
        const Ruler& along_a = rulers_[a];
        const Ruler& along_b = rulers_[b];
        const double* here_a = window_.here(a);
        const double* next_a = window_.next(a, b);
        const double* here_b = window_.here(b);
        const double* next_b = window_.next(b, a);
        double squares = 0.0;
        double vorticity = 0.0;
        for (long long j = c == 1 ? 0 : rulers_[1].first; j < rulers_[1].cells; ++j) {
            for (long long i = c == 0 ? 0 : rulers_[0].first; i < rulers_[0].cells; ++i) {
                const std::array<long long, 3> at{i, j, window_.k()};
                const long long place = window_.place(i, j);
                const double of_a = along_b.per_gap[at[b]] * (next_a[place] - here_a[place]);
                const double of_b = along_a.per_gap[at[a]] * (next_b[place] - here_b[place]);
                const double volume =
                    along_a.edge(at[a]) * along_b.edge(at[b]) * rulers_[c].width(at[c]);
                const double inner_a = along_a.is_inner(at[a]);
                const double inner_b = along_b.is_inner(at[b]);
                squares += volume * (inner_a * of_a * of_a + inner_b * of_b * of_b);
                vorticity += volume * std::max(inner_a, inner_b) * (of_b - of_a) * (of_b - of_a);
            }
        }
        sums.dissipation += squares;
        sums.enstrophy += 0.5 * vorticity;
    }

    const std::array<Ruler, 3>& rulers_;
    const LayerWindow<T>& window_;
};

void add(Gradients& sums, const Gradients& layer)
{
    sums.dissipation += layer.dissipation;
    sums.enstrophy += layer.enstrophy;
    for (std::size_t face = 0; face < sums.shear.size(); ++face) {
        for (std::size_t component = 0; component < 3; ++component) {
            sums.shear.at(face).at(component) += layer.shear.at(face).at(component);
        }
    }
}

}  // namespace

bool is_wall(FaceKind kind)
{
    return kind == FaceKind::no_slip || kind == FaceKind::free_slip;
}

void complete(const Problem& problem, Gradients& sums)
{
    const double volume = volume_of(problem);
    sums.dissipation *= problem.viscosity / volume;
    sums.enstrophy /= volume;
    for (std::size_t face = 0; face < sums.shear.size(); ++face) {
        const Axis& across = problem.grid.axes.at(face / 2);
        for (double& shear : sums.shear.at(face)) {
            shear *= problem.viscosity * (across.upper - across.lower) / volume;
        }
    }
}

std::vector<std::pair<int, int>> sheared(const Problem& problem)
{
    std::vector<std::pair<int, int>> pairs;
    for (int face = 0; face < face_count; ++face) {
        for (int component = 0; component < 3; ++component) {
            if (face_of(problem, face).kind == FaceKind::no_slip && component != face / 2) {
                pairs.emplace_back(face, component);
            }
        }
    }
    return pairs;
}

namespace {

/// StateObserver::put_laws_and_wait() on the host, for all scalars.
template <typename T>
void put_laws(const Problem& problem, std::span<const T> state, Gradients& sums)
{
    if (!has_wall_laws(problem)) {
        return;
    }
    const auto host = runtime::make_host_machine();
    StateObserver<T> observer{problem, *host};
    observer.put_laws_and_wait(observer.join(state.data(), nullptr, nullptr), sums, nullptr);
    for (std::size_t further = 0; further < sums.further_scalars.size(); ++further) {
        observer.set_problem(problem, static_cast<int>(further) + 1);
        Gradients of_scalar;
        of_scalar.scalar = sums.further_scalars[further];
        observer.put_laws_and_wait(observer.join(state.data(), nullptr, nullptr), of_scalar,
                                   nullptr);
        sums.further_scalars[further] = *of_scalar.scalar;
    }
}

}  // namespace

template <typename T>
Gradients gradients_of(const Problem& problem, std::span<const T> state)
{
    const StateLayers<T> layers{problem, state};
    const std::array<Ruler, 3> rulers{ruler_of(problem, layers.box(), 0),
                                      ruler_of(problem, layers.box(), 1),
                                      ruler_of(problem, layers.box(), 2)};
    const auto pairs = sheared(problem);
    const long long first = rulers[2].first;
    std::vector<Gradients> of_layers(static_cast<std::size_t>(rulers[2].cells - first));
    constexpr double nanoseconds = 20.0;  // of one thread for a cell
    [[maybe_unused]] const int threads = threads_for(points(problem), nanoseconds);
#pragma omp parallel num_threads(threads)
    {
        LayerWindow<T> window{layers};
        const LayerSums<T> layer{rulers, window};
#pragma omp for schedule(static)
        for (long long k = first; k < rulers[2].cells; ++k) {
            Gradients& sums = of_layers[static_cast<std::size_t>(k - first)];
            window.move_to(k);
            layer.add_all(sums);
            for (const auto& [face, component] : pairs) {
                layer.add_shear(face, component, sums);
            }
        }
    }
    Gradients sums;
    for (const Gradients& layer : of_layers) {  // in this order for any number of threads
        add(sums, layer);
    }
    complete(problem, sums);
    if (problem.scalar) {
        sums.scalar = scalar_means(problem, state);
        for (int number = 1; number < scalar_count(problem); ++number) {
            sums.further_scalars.push_back(scalar_means(problem, state, number));
        }
    }
    put_laws(problem, state, sums);
    return sums;
}

template Gradients gradients_of(const Problem&, std::span<const float>);
template Gradients gradients_of(const Problem&, std::span<const double>);

}  // namespace tobiuo::flow
