// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/open/open_faces.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <span>
#include <string>
#include <utility>

#include "runtime/threads.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/open/lattice_nodes.hpp"

namespace tobiuo::poisson {
namespace {

std::int64_t rounded_up(std::int64_t count, std::int64_t step)
{
    return (count + step - 1) / step * step;
}

bool has_wall(const Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const Sides& sides) {
        return is_wall(sides.lower) || is_wall(sides.upper);
    });
}

}  // namespace

Problem with_closed_ends(const Problem& problem)
{
    Problem closed = problem;
    const bool on_nodes = problem.grid.location == Location::node;
    const bool as_cells = on_nodes && !has_wall(problem);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Sides& sides = closed.sides[axis];
        Axis& one = closed.grid.axes[axis];
        const double h = one.spacing();
        for (int end = 0; end < 2; ++end) {
            Condition& condition = end == 0 ? sides.lower : sides.upper;
            if (condition != Condition::open) {
                continue;
            }
            condition = Condition::dirichlet;
            if (on_nodes) {
                one.cells += as_cells && end == 1 ? 0 : 1;
                (end == 0 ? one.lower : one.upper) += (end == 0 ? -h : h) * (as_cells ? 0.5 : 1.0);
            }
        }
    }
    closed.grid.location = as_cells ? Location::cell : problem.grid.location;
    return closed;
}

OpenLayers charged_layers(const Problem& problem)
{
    const bool on_cells = with_closed_ends(problem).grid.location == Location::cell;
    return {.outer = 1.0, .inner = on_cells ? 1.0 : 0.0};
}

OpenLayers wanted_layers(const Problem& problem)
{
    const bool on_cells = with_closed_ends(problem).grid.location == Location::cell;
    return {.outer = on_cells ? 0.5 : 1.0, .inner = on_cells ? 0.5 : 0.0};
}

/// Heat along all axes for every node, in double.
template <typename T>
struct OpenFaces<T>::Tables {
    OpenLines lines;
    OpenLayers charged;
    OpenLayers wanted;
    std::vector<double> weights;
    std::array<std::vector<std::vector<double>>, 3> heat;  ///< [axis][node][distance]

    Tables(const Problem& problem, const OpenLayers& charged_, const OpenLayers& wanted_)
        : lines{lines_of(problem)}, charged{charged_}, wanted{wanted_}
    {
        const LatticeNodes nodes = lattice_nodes(decay_of(problem, lines));
        weights = nodes.weights;
        const auto count = static_cast<std::ptrdiff_t>(weights.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            heat[axis].resize(weights.size());
#pragma omp parallel for schedule(dynamic)
            for (std::ptrdiff_t node = 0; node < count; ++node) {
                const auto at = static_cast<std::size_t>(node);
                heat[axis][at] = lines[axis].heat(nodes.times[at]);
            }
        }
        if (!nodes.logarithmic) {
            return;
        }
        double level = 0.0;
        for (std::size_t node = 0; node < weights.size(); ++node) {
            double product = weights[node];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                product *= lines[axis].is_open() ? heat[axis][node].front() : 1.0;
            }
            level -= product;
        }
        weights.push_back(level);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            heat[axis].push_back(lines[axis].level());
        }
    }

    [[nodiscard]] double heat_at(std::size_t axis, std::size_t node, std::int64_t distance) const
    {
        return heat[axis][node][static_cast<std::size_t>(distance < 0 ? -distance : distance)];
    }

    /// The potential in the wanted layers beside one end of charges in the layers beside another.
    [[nodiscard]] double across(std::size_t axis, std::size_t node, int charged_end,
                                int wanted_end) const
    {
        const OpenLine& line = lines[axis];
        double sum = 0.0;
        for (const auto& from : line.layer(charged_end, charged)) {
            for (const LineImage& image : line.images_at(from.place)) {
                for (const auto& to : line.layer(wanted_end, wanted)) {
                    sum += from.weight * to.weight * image.source *
                           heat_at(axis, node, to.place - image.position);
                }
            }
        }
        return sum;
    }

    /// The potential in the wanted layers beside an end of each charge of a line: [charge][node].
    [[nodiscard]] std::vector<double> ends(std::size_t axis, int end, std::int64_t nodes) const
    {
        const OpenLine& line = lines[axis];
        std::vector<double> made(static_cast<std::size_t>(line.count() * nodes));
        for (const LineImage& image : line.images()) {
            const double sign = image.source < 0 ? -1.0 : 1.0;
            for (std::size_t node = 0; node < weights.size(); ++node) {
                for (const auto& to : line.layer(end, wanted)) {
                    made[static_cast<std::size_t>(source_of(image.source) * nodes) + node] +=
                        sign * to.weight * heat_at(axis, node, to.place - image.position);
                }
            }
        }
        return made;
    }

    /// The potential at each place of a line of charges in the layers beside an end, times weights:
    /// [node][place], rows of `row` values.
    [[nodiscard]] std::vector<double> fits(std::size_t axis, int end, std::int64_t nodes,
                                           std::int64_t row) const
    {
        const OpenLine& line = lines[axis];
        std::vector<double> made(static_cast<std::size_t>(nodes * row));
        for (const auto& from : line.layer(end, charged)) {
            for (const LineImage& image : line.images_at(from.place)) {
                for (std::size_t node = 0; node < weights.size(); ++node) {
                    for (std::int64_t place = 0; place < line.count(); ++place) {
                        made[node * static_cast<std::size_t>(row) +
                             static_cast<std::size_t>(place)] +=
                            weights[node] * from.weight * image.source *
                            heat_at(axis, node, place - image.position);
                    }
                }
            }
        }
        return made;
    }

    /// [distance][node].
    [[nodiscard]] std::vector<double> kernel(std::size_t axis, std::int64_t nodes) const
    {
        const std::int64_t reach = lines[axis].reach();
        std::vector<double> made(static_cast<std::size_t>((reach + 1) * nodes));
        for (std::size_t node = 0; node < weights.size(); ++node) {
            for (std::int64_t distance = 0; distance <= reach; ++distance) {
                made[static_cast<std::size_t>(distance * nodes) + node] =
                    heat_at(axis, node, distance);
            }
        }
        return made;
    }

    /// The spectrum of the potential beside one end of a charge beside another, in a ring along two
    /// axes, divided by the values of the ring: [slower][faster / 2 + 1].
    [[nodiscard]] std::vector<double> spectrum(std::size_t axis, int charged_end, int wanted_end,
                                               const std::array<std::size_t, 2>& along) const
    {
        const std::int64_t columns = lines[along[0]].ring();
        const std::int64_t rows = lines[along[1]].ring();
        const std::int64_t row = 2 * (columns / 2 + 1);
        std::vector<double> factors(weights.size());
        for (std::size_t node = 0; node < weights.size(); ++node) {
            factors[node] = weights[node] * across(axis, node, charged_end, wanted_end) /
                            static_cast<double>(columns * rows);
        }
        std::vector<double> ring(static_cast<std::size_t>(row * rows));
#pragma omp parallel for schedule(static)
        for (std::int64_t y = 0; y < rows; ++y) {
            double* const line = ring.data() + y * row;
            for (std::size_t node = 0; node < weights.size(); ++node) {
                const double factor =
                    factors[node] * heat_at(along[1], node, std::min(y, rows - y));
                const double* const of_node = heat[along[0]][node].data();
                for (std::int64_t x = 0; x < columns; ++x) {
                    line[x] += factor * of_node[std::min(x, columns - x)];
                }
            }
        }
        const fft::Plan plan{{.extents = {.x = columns, .y = rows}, .kind = fft::Kind::r2c},
                             {.backend = Backend::cpu}};
        plan.execute(ring.data());
        std::vector<double> made(ring.size() / 2);
        for (std::size_t mode = 0; mode < made.size(); ++mode) {
            made[mode] = ring[2 * mode];
        }
        return made;
    }
};

template <typename T>
OpenFaces<T>::OpenFaces(const Problem& problem, const runtime::Machine& machine)
    : OpenFaces{problem, machine, charged_layers(problem), wanted_layers(problem),
                charged_layers(problem).inner != 0.0}
{
}

template <typename T>
OpenFaces<T>::OpenFaces(const Problem& problem, const runtime::Machine& machine,
                        const OpenLayers& charged, const OpenLayers& wanted, bool adds_half)
    : machine_{machine},
      take_charges_{machine},
      fill_rings_{machine},
      multiply_rings_{machine},
      contract_{machine},
      convolve_{machine},
      find_values_{machine}
{
    const Tables tables{problem, charged, wanted};
    nodes_ = rounded_up(std::ssize(tables.weights), open_tile);
    add_faces(problem, adds_half);
    for (int axis = 0; axis < 3; ++axis) {
        if (tables.lines[static_cast<std::size_t>(axis)].is_open()) {
            add_rings(problem, tables, axis);
        }
    }
    add_products(problem, tables);
    kept_faces_ = keep(faces_);
    kept_products_ = keep(products_);
    plane_ = unknowns(problem, 0).count * unknowns(problem, 1).count;
}

template <typename T>
std::optional<std::int64_t> OpenFaces<T>::first_value(int face) const
{
    const auto at = std::ranges::find(face_numbers_, face);
    return at == face_numbers_.end()
               ? std::nullopt
               : std::optional{std::int64_t{
                     faces_[static_cast<std::size_t>(at - face_numbers_.begin())].first}};
}

template <typename T>
void OpenFaces<T>::take_charges(const T* u, const ranks::Slice& planes, const Work& work,
                                Stream stream) const
{
    take_charges_({.faces = kept_faces_,
                   .count = static_cast<int>(faces_.size()),
                   .u = u,
                   .begin = planes.first * plane_,
                   .end = planes.end() * plane_,
                   .charges = work.charges.template as<T>()},
                  values_, stream);
}

template <typename T>
void OpenFaces<T>::find_values(const Work& work, Stream stream) const
{
    const T* const charges = work.charges.template as<T>();
    OpenFaceValues<T> last{.faces = kept_faces_,
                           .face_count = static_cast<int>(faces_.size()),
                           .products = kept_products_,
                           .count = static_cast<int>(products_.size()),
                           .nodes = nodes_,
                           .charges = charges,
                           .rings = work.rings.template as<T>(),
                           .spread = work.spread.template as<T>(),
                           .values = work.values.template as<T>()};
    for (std::size_t at = 0; at < rings_.size(); ++at) {
        const Rings& rings = rings_[at];
        T* const values = work.rings.template as<T>() + rings.first;
        FillRings<T> fill = rings.fill;
        fill.charges = charges + rings.charges;
        fill.rings = values;
        fill_rings_(fill, rings.count, stream);
        rings.forward->execute_untyped(values, values, stream);
        MultiplyRings<T> multiply = rings.multiply;
        multiply.spectra = values;
        multiply_rings_(multiply, multiply.modes, stream);
        rings.inverse->execute_untyped(values, values, stream);
        last.rows[at] = rings.fill.row;
        for (std::size_t face = 0; face < faces_.size(); ++face) {
            if (face_numbers_[face] / 2 == rings.axis) {
                last.ring_of[face] = static_cast<int>(at);
            }
        }
    }
    const auto count = static_cast<int>(products_.size());
    contract_({.products = kept_products_,
               .count = count,
               .nodes = nodes_,
               .charges = charges,
               .sums = work.sums.template as<T>()},
              items_, stream);
    convolve_({.products = kept_products_,
               .count = count,
               .nodes = nodes_,
               .sums = work.sums.template as<T>(),
               .spread = work.spread.template as<T>()},
              items_, stream);
    std::int64_t tiles = 0;
    for (const OpenFace& face : faces_) {
        tiles += OpenFaceValues<T>::tiles_of(face);
    }
    find_values_(last, tiles, stream);
}

template <typename T>
std::vector<ranks::Slice> OpenFaces<T>::pieces(const ranks::Slice& planes) const
{
    std::vector<ranks::Slice> made;
    for (std::size_t at = 0; at < faces_.size(); ++at) {
        const OpenFace& face = faces_[at];
        if (face_numbers_[at] / 2 < 2) {  // its rows are planes
            made.push_back({.first = face.first + planes.first * face.counts[0],
                            .count = planes.count * face.counts[0]});
        } else if (const std::int64_t plane = face.beside / plane_;
                   planes.first <= plane && plane < planes.end()) {
            made.push_back({.first = face.first, .count = face.counts[0] * face.counts[1]});
        }
    }
    return made;
}

template <typename T>
walls::GivenFaces<T> OpenFaces<T>::values_for(walls::GivenFaces<T> given,
                                              const ranks::Slice& planes, const Work& work,
                                              Stream stream) const
{
    find_values(work, stream);
    for (std::size_t at = 0; at < faces_.size(); ++at) {
        const OpenFace& face = faces_[at];
        const std::int64_t before = face_numbers_[at] / 2 < 2 ? planes.first * face.counts[0] : 0;
        given.of[face_numbers_[at]] = {.values =
                                           work.values.template as<T>() + face.first + before};
    }
    return given;
}

template <typename T>
std::size_t OpenFaces<T>::bytes() const
{
    std::size_t bytes =
        static_cast<std::size_t>(2 * values_ + ring_values_ + 2 * sums_) * sizeof(T);
    for (const runtime::Array& array : kept_) {
        bytes += array.bytes();
    }
    return bytes;
}

template <typename T>
std::size_t OpenFaces<T>::bytes_of(const Problem& problem)
{
    const OpenLines lines = lines_of(problem);
    const LatticeNodes found = lattice_nodes(decay_of(problem, lines));
    const std::int64_t nodes =
        rounded_up(std::ssize(found.times) + (found.logarithmic ? 1 : 0), open_tile);
    std::array<std::int64_t, 3> ends{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ends.at(axis) = (lines[axis].is_open(0) ? 1 : 0) + (lines[axis].is_open(1) ? 1 : 0);
    }
    std::int64_t values = 0;  // of T
    std::int64_t ring_values = 0;
    std::int64_t products = 0;
    std::int64_t others = 0;  // bytes
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const OpenLine& line = lines[axis];
        values += ((line.reach() + 1) +
                   ends[axis] * (line.count() + rounded_up(line.count(), open_tile))) *
                  nodes;
        others += std::ssize(line.images()) * std::int64_t{sizeof(LineImage)};
        const OpenLine& one = lines[(axis + 1) % 3];
        const OpenLine& other = lines[(axis + 2) % 3];
        const std::int64_t pairs = 2 * ends[(axis + 1) % 3] * ends[(axis + 2) % 3];
        products += pairs;
        values += 2 * pairs * line.count() * nodes;
        if (ends[axis] == 0) {
            continue;
        }
        values += 2 * ends[axis] * one.count() * other.count();
        const auto along = face_of(problem, static_cast<int>(axis), 0).along;
        const std::int64_t faster = lines[static_cast<std::size_t>(along[0])].ring();
        const std::int64_t slower = lines[static_cast<std::size_t>(along[1])].ring();
        const std::int64_t modes =
            faster > 1 ? (faster / 2 + 1) * slower : (slower / 2 + 1) * faster;
        values += ends[axis] * modes;
        ring_values = rounded_up(ring_values, 64) + 2 * ends[axis] * modes;
        others += (faster + slower) * std::int64_t{sizeof(int)} +
                  ends[axis] * std::int64_t{sizeof(OpenFace)};
    }
    others += products * std::int64_t{sizeof(OpenProduct<T>)};
    return static_cast<std::size_t>((values + ring_values) * std::int64_t{sizeof(T)} + others);
}

template <typename T>
std::string OpenFaces<T>::describe() const
{
    return "charges on " + std::to_string(faces_.size()) + " open faces in " +
           std::to_string(nodes_) + " products";
}

template <typename T>
auto OpenFaces<T>::new_work() const -> Work
{
    const auto array = [&](std::int64_t count) {
        return machine_.allocate(static_cast<std::size_t>(count) * sizeof(T));
    };
    return {.charges = array(values_),
            .values = array(values_),
            .rings = array(ring_values_),
            .sums = array(sums_),
            .spread = array(sums_)};
}

template <typename T>
template <typename Value>
const Value* OpenFaces<T>::keep(const std::vector<Value>& values)
{
    kept_.push_back(machine_.copied_and_wait(std::as_bytes(std::span{values})));
    return kept_.back().template as<Value>();
}

template <typename T>
const T* OpenFaces<T>::keep_rounded(const std::vector<double>& values)
{
    return keep(std::vector<T>(values.begin(), values.end()));
}

template <typename T>
void OpenFaces<T>::add_faces(const Problem& problem, bool adds_half)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            if (condition_of(problem, axis, end) != Condition::open) {
                continue;
            }
            const Face face = face_of(problem, axis, end);
            const double h = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
            faces_.push_back({.first = values_,
                              .counts = {face.counts[0], face.counts[1]},
                              .strides = {face.strides[0], face.strides[1]},
                              .beside = face.first,
                              .charge = 1.0 / (h * h),
                              .half = adds_half ? 0.5 * h * h : 0.0});
            face_numbers_.push_back(2 * axis + end);
            values_ += face.values();
        }
    }
}

template <typename T>
void OpenFaces<T>::add_rings(const Problem& problem, const Tables& tables, int axis)
{
    const auto of_axis = static_cast<std::size_t>(axis);
    const std::array<int, 2> along = face_of(problem, axis, 0).along;
    // Rows of one value are transformed as columns.
    const int fast = tables.lines[static_cast<std::size_t>(along[0])].ring() > 1 ? 0 : 1;
    const std::array<std::size_t, 2> ringed{
        static_cast<std::size_t>(along[static_cast<std::size_t>(fast)]),
        static_cast<std::size_t>(along[static_cast<std::size_t>(1 - fast)])};
    const OpenLine& x = tables.lines[ringed[0]];
    const OpenLine& y = tables.lines[ringed[1]];
    Rings rings{.axis = axis, .first = rounded_up(ring_values_, 64)};
    rings.fill.row = 2 * (x.ring() / 2 + 1);
    rings.fill.used = x.ring();
    rings.fill.rows = y.ring();
    rings.fill.sources[0] = keep(x.ring_sources());
    rings.fill.sources[1] = keep(y.ring_sources());
    const std::int64_t values = rings.fill.row * rings.fill.rows;
    std::int64_t held = 0;
    for (std::size_t at = 0; at < faces_.size(); ++at) {
        if (face_numbers_[at] / 2 != axis) {
            continue;
        }
        OpenFace& face = faces_[at];
        face.fast = fast;
        face.ring = rings.first + held * values;
        if (held == 0) {
            rings.charges = face.first;
            rings.fill.values = face.counts[0] * face.counts[1];
            rings.fill.strides[0] = fast == 0 ? 1 : face.counts[0];
            rings.fill.strides[1] = fast == 0 ? face.counts[0] : 1;
            const int end = face_numbers_[at] % 2;
            rings.multiply.same = keep_rounded(tables.spectrum(of_axis, end, end, ringed));
        } else {
            rings.multiply.opposite = keep_rounded(tables.spectrum(of_axis, 0, 1, ringed));
        }
        ++held;
    }
    rings.multiply.modes = values / 2;
    rings.count = held * values;
    ring_values_ = rings.first + rings.count;
    fft::Transform transform{.extents = {.x = x.ring(), .y = y.ring()},
                             .kind = fft::Kind::r2c,
                             .precision = precision_of<T>,
                             .batch = held};
    const fft::PlanOptions options{.backend = machine_.backend(), .threads = machine_.threads()};
    rings.forward.emplace(transform, options);
    transform.kind = fft::Kind::c2r;
    rings.inverse.emplace(transform, options);
    rings_.push_back(std::move(rings));
}

template <typename T>
void OpenFaces<T>::add_products(const Problem& problem, const Tables& tables)
{
    std::array<const T*, 3> kernels{};
    std::array<const LineImage*, 3> images{};
    std::array<std::array<const T*, 2>, 3> ends{};
    std::array<std::array<const T*, 2>, 3> fits{};
    const auto row_of = [&](std::size_t axis) {
        return rounded_up(tables.lines[axis].count(), open_tile);
    };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        kernels[axis] = keep_rounded(tables.kernel(axis, nodes_));
        images[axis] = keep(tables.lines[axis].images());
        for (int end = 0; end < 2; ++end) {
            if (tables.lines[axis].is_open(end)) {
                const auto at = static_cast<std::size_t>(end);
                ends[axis][at] = keep_rounded(tables.ends(axis, end, nodes_));
                fits[axis][at] = keep_rounded(tables.fits(axis, end, nodes_, row_of(axis)));
            }
        }
    }
    for (std::size_t charged = 0; charged < faces_.size(); ++charged) {
        for (std::size_t target = 0; target < faces_.size(); ++target) {
            const auto own = static_cast<std::size_t>(face_numbers_[charged] / 2);
            const auto other = static_cast<std::size_t>(face_numbers_[target] / 2);
            if (own == other) {
                continue;
            }
            const std::size_t shared = 3 - own - other;
            const auto direction = [&](std::size_t face_axis, std::size_t axis) {
                const auto along = face_of(problem, static_cast<int>(face_axis), 0).along;
                return along[0] == static_cast<int>(axis) ? 0 : 1;
            };
            const auto stride = [&](std::size_t axis) {
                return direction(own, axis) == 0 ? 1 : faces_[charged].counts[0];
            };
            OpenProduct<T> product{};
            product.ends = ends[other][static_cast<std::size_t>(face_numbers_[target] % 2)];
            product.fits = fits[own][static_cast<std::size_t>(face_numbers_[charged] % 2)];
            product.kernel = kernels[shared];
            product.images = images[shared];
            product.image_count = std::ssize(tables.lines[shared].images());
            product.charges = faces_[charged].first;
            product.depth = tables.lines[other].count();
            product.depth_stride = stride(other);
            product.shared = tables.lines[shared].count();
            product.shared_stride = stride(shared);
            product.fit_count = row_of(own);
            product.first = sums_;
            product.first_item = items_;
            product.target = static_cast<int>(target);
            product.fit_direction = direction(other, own);
            sums_ += product.shared * nodes_;
            items_ += OpenFaceValues<T>::tiles(product.shared) * (nodes_ / open_tile);
            products_.push_back(product);
        }
    }
}

template class OpenFaces<float>;
template class OpenFaces<double>;

}  // namespace tobiuo::poisson
