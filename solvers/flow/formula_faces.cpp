// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/formula_faces.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kernels/flow/given_faces.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/flow/turbulent_profiles.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

constexpr int scalar_component = 3;
constexpr std::size_t looks_kept = 2;  // steps read the values of one while the next one is filled

std::vector<expression::FormulaArray> arrays_of(const std::vector<FaceFormula>& formulas)
{
    std::vector<expression::FormulaArray> arrays;
    std::ranges::transform(formulas, std::back_inserter(arrays), &FaceFormula::values);
    return arrays;
}

std::vector<double> widths_of(const Axis& axis)
{
    std::vector<double> widths;
    for (std::int64_t cell = 0; cell < axis.cells; ++cell) {
        widths.push_back(width_of(axis, cell));
    }
    return widths;
}

/// What a face gives as a number, and its profile or null.
struct Given {
    double number = 0.0;
    const std::vector<double>* profile = nullptr;
};

Given given_by(const Problem& problem, int face, int component)
{
    const Face& one = face_of(problem, face);
    if (one.kind == FaceKind::periodic) {
        return {};
    }
    if (component != scalar_component) {
        const auto at = static_cast<std::size_t>(component);
        return {.number = one.velocity.at(at), .profile = &one.profile.at(at)};
    }
    if (!problem.scalar) {
        return {};
    }
    const ScalarFace& scalar = problem.scalar->faces.at(static_cast<std::size_t>(face));
    return {.number = scalar.number, .profile = &scalar.profile};
}

/// Whether a face gives the scalar a value.
bool gives_scalar(const Problem& problem, int face)
{
    return problem.scalar && face_of(problem, face).kind != FaceKind::periodic &&
           problem.scalar->faces.at(static_cast<std::size_t>(face)).kind == ScalarFaceKind::value;
}

/// A bound of the rate where the velocity across the face is scaled: the rate itself if nothing is
/// scaled, or nothing flows along the face.
double bound_of_rate(const FaceFacts& facts, const FaceScale& scale)
{
    const double factor = std::max(scale.entering, scale.leaving);
    return std::min(factor * facts.rate + std::max(1.0 - factor, 0.0) * facts.rate_along,
                    factor * facts.rate_across + facts.rate_along);
}

}  // namespace

FaceFormula face_formula(const Problem& problem, int face, int component, const Expression& formula)
{
    FaceFormula of_face{.face = face, .component = component, .values = {formula, {}}};
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const Axis& along = problem.grid.axes.at(at);
        std::vector<double>& positions = of_face.values.positions.at(at);
        if (axis == face / 2) {
            positions.push_back(face % 2 == 0 ? along.lower : along.upper);
            continue;
        }
        for (std::int64_t cell = 0; cell < along.cells; ++cell) {
            positions.push_back(velocity_position(problem, component, axis, cell));
        }
    }
    return of_face;
}

class FormulaFaces::Implementation {
public:
    Implementation(const Problem& problem, const std::vector<FaceFormula>& formulas,
                   std::unique_ptr<const runtime::Machine> machine, FaceCourse course);

    [[nodiscard]] std::vector<FacesAtTime> look_and_wait(std::span<const double> times);
    [[nodiscard]] std::vector<FaceArrays> take(std::span<const std::size_t> numbers, Stream stream);

    [[nodiscard]] std::size_t memory_bytes() const
    {
        std::size_t bytes =
            constants_.bytes() + values_.bytes() + of_columns_.bytes() + 2 * facts_.bytes();
        for (const TurbulentProfiles& profiles : turbulent_) {
            bytes += profiles.bytes();
        }
        return bytes;
    }

private:
    [[nodiscard]] double* values_at(std::size_t time) const;
    /// The formulas at these times, times their factors.
    void fill(std::span<const double> times);
    /// Enqueues what finds the facts of all faces at so many times.
    void find_facts(long long times, const runtime::Array& facts);
    void add_turbulence(std::span<const double> times);
    /// Those of a time; without turbulence they were `mean`.
    [[nodiscard]] FacesAtTime judged(double time, std::span<const FaceFacts> facts,
                                     std::span<const FaceFacts> mean);
    /// Gives the problem the rates of a time.
    void set_rates(double time);

    Problem problem_;
    FaceCourse course_;
    std::vector<std::optional<double>> given_rates_;  ///< of the faces of the problem
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    std::vector<FaceFormula> formulas_;
    expression::ArrayFiller filler_;
    runtime::ForEach<FindColumnFacts<double>> find_;
    runtime::ForEach<AddColumnFacts<double>> add_;
    runtime::ForEach<ScaleAcross<double>> scale_;
    std::vector<TurbulentProfiles> turbulent_;
    GivenFaces faces_;
    runtime::Array constants_;   ///< widths of cells, and profiles that do not change
    runtime::Array values_;      ///< of formulas, of two looks
    runtime::Array of_columns_;  ///< facts
    runtime::Array facts_;
    runtime::Array mean_facts_;  ///< without turbulence; empty if there is none
    std::size_t half_ = 0;       ///< of `values_`, which the next look fills
    // These have an entry for each time of the last look.
    std::vector<double> entering_;
    std::vector<std::array<FaceScale, face_count>> scales_;
};

FormulaFaces::Implementation::Implementation(const Problem& problem,
                                             const std::vector<FaceFormula>& formulas,
                                             std::unique_ptr<const runtime::Machine> machine,
                                             FaceCourse course)
    : problem_{problem},
      course_{std::move(course)},
      machine_{std::move(machine)},
      stream_{machine_->make_stream()},
      formulas_{formulas},
      filler_{*machine_, arrays_of(formulas)},
      find_{*machine_},
      add_{*machine_},
      scale_{*machine_},
      values_{machine_->allocate(value_bytes(formulas))}
{
    std::vector<double> constants;
    std::array<std::size_t, 3> widths{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<double> along = widths_of(problem.grid.axes.at(axis));
        widths.at(axis) = constants.size();
        constants.insert(constants.end(), along.begin(), along.end());
        faces_.counts[axis] = std::ssize(along);
        if (!poisson::is_absent(projection_of(problem), static_cast<int>(axis))) {
            faces_.per_least_width[axis] = 1.0 / *std::ranges::min_element(along);
        }
    }
    std::vector<std::pair<GivenValue*, std::size_t>> profiles;
    for (int face = 0; face < face_count; ++face) {
        faces_.reference[face] = gives_scalar(problem, face) ? problem.scalar->reference : 0.0;
        for (int component = 0; component < values_of_face; ++component) {
            GivenValue& value = faces_.values[face][component];
            const Given given = given_by(problem, face, component);
            value.number = given.number;
            if (given.profile != nullptr && !given.profile->empty()) {
                profiles.emplace_back(&value, constants.size());
                constants.insert(constants.end(), given.profile->begin(), given.profile->end());
            }
        }
    }
    constants_ = machine_->copied_and_wait(std::as_bytes(std::span{constants}));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        faces_.widths[axis] = constants_.as<double>() + widths.at(axis);
    }
    for (const auto& [value, first] : profiles) {
        value->values = constants_.as<double>() + first;
    }
    for (const FaceFormula& formula : formulas_) {
        faces_.values[formula.face][formula.component].between_times = filler_.values();
    }
    const auto faces_at_times = most_times * static_cast<std::size_t>(face_count);
    of_columns_ = machine_->allocate(
        faces_at_times * static_cast<std::size_t>(faces_.most_columns()) * sizeof(FaceFacts));
    facts_ = machine_->allocate(faces_at_times * sizeof(FaceFacts));
    for (const FaceTurbulence& one : course_.turbulence) {
        turbulent_.emplace_back(problem, one.face, one.turbulence, *machine_);
        mean_facts_ = machine_->allocate(facts_.bytes());
    }
    for (int face = 0; face < face_count; ++face) {
        given_rates_.push_back(face_of(problem, face).flow_rate);
    }
}

bool FormulaFaces::compile_soon(std::span<const FaceFormula> formulas)
{
    constexpr std::size_t most_nodes = 1000;
    std::size_t nodes = 0;
    for (const FaceFormula& formula : formulas) {
        nodes += formula.values.formula.tree().size();
    }
    return nodes <= most_nodes;
}

double* FormulaFaces::Implementation::values_at(std::size_t time) const
{
    return values_.as<double>() +
           static_cast<std::int64_t>(half_ * most_times + time) * filler_.values();
}

std::vector<FacesAtTime> FormulaFaces::Implementation::look_and_wait(std::span<const double> times)
{
    if (times.size() > most_times) {
        throw std::invalid_argument{"faces were looked at for " + std::to_string(times.size()) +
                                    " times at once: give " + std::to_string(most_times) +
                                    " or fewer"};
    }
    machine_->select();
    fill(times);
    const long long count = std::ssize(times);
    const auto read = [&](const runtime::Array& from) {
        std::vector<FaceFacts> facts(static_cast<std::size_t>(count * face_count));
        machine_->read_and_wait(std::as_writable_bytes(std::span{facts}), from.data(),
                                stream_.get());
        return facts;
    };
    std::vector<FaceFacts> mean;
    if (!turbulent_.empty()) {
        find_facts(count, mean_facts_);
        add_turbulence(times);
    }
    find_facts(count, facts_);
    const std::vector<FaceFacts> facts = read(facts_);
    mean = turbulent_.empty() ? facts : read(mean_facts_);
    std::vector<FacesAtTime> found;
    scales_.clear();
    for (std::size_t n = 0; n < times.size(); ++n) {
        const std::size_t first = n * face_count;
        found.push_back(judged(times[n], std::span{facts}.subspan(first, face_count),
                               std::span{mean}.subspan(first, face_count)));
    }
    entering_.clear();
    std::ranges::transform(found, std::back_inserter(entering_), &FacesAtTime::entering);
    return found;
}

void FormulaFaces::Implementation::fill(std::span<const double> times)
{
    filler_.fill(times, values_at(0), stream_.get());
    for (std::size_t n = 0; n < formulas_.size(); ++n) {
        const FaceFormula& formula = formulas_[n];
        faces_.values[formula.face][formula.component].values = values_at(0) + filler_.first(n);
        for (std::size_t time = 0; time < times.size() && formula.source; ++time) {
            const std::vector<double> values = formula.source(times[time]);
            machine_->write_and_wait(values_at(time) + filler_.first(n),
                                     std::as_bytes(std::span{values}), stream_.get());
        }
        for (std::size_t time = 0; time < times.size() && formula.factor; ++time) {
            const double factor = formula.factor(times[time]);
            scale_({.values = values_at(time) + filler_.first(n),
                    .is_lower = formula.face % 2 == 0,
                    .entering = factor,
                    .leaving = factor},
                   formula.values.count(), stream_.get());
        }
    }
}

void FormulaFaces::Implementation::find_facts(long long times, const runtime::Array& facts)
{
    const long long faces_at_times = times * face_count;
    find_({.faces = faces_, .facts = of_columns_.as<FaceFacts>()},
          faces_at_times * faces_.most_columns(), stream_.get());
    add_({.columns = faces_.most_columns(),
          .of_columns = of_columns_.as<FaceFacts>(),
          .facts = facts.as<FaceFacts>()},
         faces_at_times, stream_.get());
}

void FormulaFaces::Implementation::add_turbulence(std::span<const double> times)
{
    for (std::size_t n = 0; n < turbulent_.size(); ++n) {
        const int face = course_.turbulence[n].face;
        FaceVelocity velocity{.components = {}, .between_times = filler_.values()};
        for (std::size_t formula = 0; formula < formulas_.size(); ++formula) {
            const int component = formulas_[formula].component;
            if (formulas_[formula].face == face && component != scalar_component) {
                velocity.components[component] = values_at(0) + filler_.first(formula);
            }
        }
        turbulent_[n].add(times, velocity, stream_.get());
    }
}

void FormulaFaces::Implementation::set_rates(double time)
{
    const auto set = [&](int face, const std::optional<double>& rate) {
        Faces& faces = problem_.faces.at(static_cast<std::size_t>(face / 2));
        (face % 2 == 0 ? faces.lower : faces.upper).flow_rate = rate;
    };
    for (int face = 0; face < face_count; ++face) {
        set(face, given_rates_.at(static_cast<std::size_t>(face)));
    }
    for (const FaceRate& rated : course_.rates) {
        set(rated.face, rated.rate(time));
    }
}

FacesAtTime FormulaFaces::Implementation::judged(double time, std::span<const FaceFacts> facts,
                                                 std::span<const FaceFacts> mean)
{
    std::array<FaceFlow, face_count> flows;
    FacesAtTime found{.is_finite = true};
    set_rates(time);
    std::array<double, face_count> keeping{};
    keeping.fill(1.0);
    for (const FaceTurbulence& one : course_.turbulence) {
        const auto face = static_cast<std::size_t>(one.face);
        keeping.at(face) = factor_to_keep(mean[face].entering - mean[face].leaving,
                                          facts[face].entering - facts[face].leaving);
    }
    bool diffuses = true;
    for (std::size_t face = 0; face < face_count; ++face) {
        const FaceFacts& of_face = facts[face];
        flows.at(face) = {.entering = keeping.at(face) * of_face.entering,
                          .leaving = keeping.at(face) * of_face.leaving,
                          .uncertain = keeping.at(face) * of_face.uncertain};
        found.is_finite = found.is_finite && of_face.flaws == 0.0;
        if (gives_scalar(problem_, static_cast<int>(face))) {
            found.largest_difference = std::max(found.largest_difference, of_face.scalar);
        } else if (of_face.scalar > 0.0) {
            diffuses = diffuses && problem_.scalar->diffusivity > 0.0;
        }
    }
    BalancedFlows balance = balanced(problem_, flows);
    for (std::size_t face = 0; face < face_count; ++face) {
        balance.scales.at(face).entering *= keeping.at(face);
        balance.scales.at(face).leaving *= keeping.at(face);
        found.largest_rate =
            std::max(found.largest_rate, bound_of_rate(facts[face], balance.scales.at(face)));
    }
    found.make_a_flow = found.is_finite && diffuses && balance.make_a_flow;
    found.entering = balance.entering;
    scales_.push_back(balance.scales);
    return found;
}

std::vector<FaceArrays> FormulaFaces::Implementation::take(std::span<const std::size_t> numbers,
                                                           Stream stream)
{
    std::vector<FaceArrays> taken;
    for (const std::size_t time : numbers) {
        FaceArrays& arrays = taken.emplace_back();
        arrays.entering = entering_.at(time);
        for (std::size_t n = 0; n < formulas_.size(); ++n) {
            const auto face = static_cast<std::size_t>(formulas_[n].face);
            const int component = formulas_[n].component;
            double* const values = values_at(time) + filler_.first(n);
            if (component == scalar_component) {
                arrays.scalar.at(face) = values;
                continue;
            }
            arrays.velocity.at(face).at(static_cast<std::size_t>(component)) = values;
            const FaceScale& by = scales_.at(time).at(face);
            if (component == formulas_[n].face / 2 && (by.entering != 1.0 || by.leaving != 1.0)) {
                scale_({.values = values,
                        .is_lower = face % 2 == 0,
                        .entering = by.entering,
                        .leaving = by.leaving},
                       formulas_[n].values.count(), stream);
            }
        }
    }
    half_ = (half_ + 1) % looks_kept;
    return taken;
}

FormulaFaces::FormulaFaces(const Problem& problem, const std::vector<FaceFormula>& formulas,
                           std::unique_ptr<const runtime::Machine> machine, FaceCourse course)
    : implementation_{std::make_unique<Implementation>(problem, formulas, std::move(machine),
                                                       std::move(course))}
{
}

FormulaFaces::~FormulaFaces() = default;

std::vector<FacesAtTime> FormulaFaces::look_and_wait(std::span<const double> times)
{
    return implementation_->look_and_wait(times);
}

std::vector<FaceArrays> FormulaFaces::take(std::span<const std::size_t> numbers, Stream stream)
{
    return implementation_->take(numbers, stream);
}

std::size_t FormulaFaces::value_bytes(std::span<const FaceFormula> formulas)
{
    std::size_t values = 0;
    for (const FaceFormula& formula : formulas) {
        values += static_cast<std::size_t>(formula.values.count());
    }
    return looks_kept * most_times * values * sizeof(double);
}

std::size_t FormulaFaces::memory_bytes() const
{
    return implementation_->memory_bytes();
}

}  // namespace tobiuo::flow
