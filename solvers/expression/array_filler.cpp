#include "solvers/expression/array_filler.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "kernels/formula_item.hpp"
#include "runtime/threads.hpp"
#include "solvers/expression/rows.hpp"
#include "solvers/expression/text.hpp"

namespace tobiuo::expression {
namespace {

/// The different formulas of the arrays, and the number of each array's among them.
struct Formulas {
    std::vector<Expression> all;
    std::vector<int> number_of;
};

Formulas formulas_of(std::span<const FormulaArray> arrays)
{
    Formulas formulas;
    for (const FormulaArray& array : arrays) {
        auto found = std::ranges::find(formulas.all, array.formula.text(), &Expression::text);
        if (found == formulas.all.end()) {
            found = formulas.all.insert(found, array.formula);
        }
        formulas.number_of.push_back(static_cast<int>(found - formulas.all.begin()));
    }
    return formulas;
}

}  // namespace

std::string text_of(std::span<const Expression> formulas)
{
    std::string text =
        "double tobiuo::formula_value(int number, double x, double y, double z, double t)\n"
        "{\nswitch (number) {\n";
    for (std::size_t n = 0; n < formulas.size(); ++n) {
        text += "case " + std::to_string(n) + ": {\n" + body_of(formulas[n].tree()) + "}\n";
    }
    return text + "}\nreturn 0.0;\n}\n";
}

ArrayFiller::ArrayFiller(const runtime::Machine& machine, std::vector<FormulaArray> arrays)
    : arrays_{std::move(arrays)}
{
    for (const FormulaArray& array : arrays_) {
        firsts_.push_back(values_);
        values_ += array.count();
    }
    if (machine.is_host()) {
        return;
    }
    const Formulas formulas = formulas_of(arrays_);
    kernel_ = machine.prepare(FillArrays<double>::kind, Precision::fp64, text_of(formulas.all));
    std::vector<double> positions;
    for (const FormulaArray& array : arrays_) {
        for (const std::vector<double>& along : array.positions) {
            positions.insert(positions.end(), along.begin(), along.end());
        }
    }
    positions_ = machine.copied_and_wait(std::as_bytes(std::span{positions}));
    std::vector<FormulaPoints> points;
    const double* next = positions_.as<double>();
    for (std::size_t n = 0; n < arrays_.size(); ++n) {
        FormulaPoints& added = points.emplace_back();
        added.formula = formulas.number_of[n];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            added.positions[axis] = next;
            added.counts[axis] = std::ssize(arrays_[n].positions.at(axis));
            next += added.counts[axis];
        }
    }
    points_ = machine.copied_and_wait(std::as_bytes(std::span{points}));
}

ArrayFiller::~ArrayFiller() = default;

void ArrayFiller::fill(std::span<const double> times, double* to, Stream stream) const
{
    if (times.size() > most_times) {
        throw std::invalid_argument{"formulas were asked for at " + std::to_string(times.size()) +
                                    " times at once: give " + std::to_string(most_times) +
                                    " or fewer"};
    }
    if (kernel_ == nullptr) {
        fill_on_host(times, to);
        return;
    }
    FillArrays<double> item{.arrays = points_.as<FormulaPoints>(),
                            .values = values_,
                            .to = to,
                            .times = {},
                            .first = 0};
    std::ranges::copy(times, item.times);
    kernel_->launch(&item, sizeof(item), values_ * std::ssize(times), stream);
}

void ArrayFiller::fill_rows(std::int64_t first, std::int64_t rows, double* to, Stream stream) const
{
    const auto& [x, y, z] = arrays_.front().positions;
    const std::int64_t length = std::ssize(x);
    if (kernel_ != nullptr) {
        const FillArrays<double> item{.arrays = points_.as<FormulaPoints>(),
                                      .values = values_,
                                      .to = to,
                                      .times = {},
                                      .first = first * length};
        kernel_->launch(&item, sizeof(item), rows * length, stream);
        return;
    }
    const Rows values{arrays_.front().formula, 0, x};
    Rows::Scratch scratch;
    for (std::int64_t row = first; row < first + rows; ++row) {
        const auto at = static_cast<std::size_t>(row);
        values.compute({0.0, y[at % y.size()], z[at / y.size()], 0.0}, scratch, {to, x.size()});
        to += length;
    }
}

void ArrayFiller::fill_on_host(std::span<const double> times, double* to) const
{
    constexpr double nanoseconds = 5.0;  // about those of a value
    for (const double time : times) {
        for (const FormulaArray& array : arrays_) {
            const std::vector<double>& x = array.positions[0];
            const std::vector<double>& y = array.positions[1];
            const std::vector<double>& z = array.positions[2];
            const Rows rows{array.formula, 0, x};
            const std::int64_t along_y = std::ssize(y);
            const std::int64_t count = along_y * std::ssize(z);
            [[maybe_unused]] const int threads = threads_for(array.count(), nanoseconds);
#pragma omp parallel num_threads(threads)
            {
                Rows::Scratch scratch;
#pragma omp for schedule(static)
                for (std::int64_t row = 0; row < count; ++row) {
                    const double at_y = y[static_cast<std::size_t>(row % along_y)];
                    const double at_z = z[static_cast<std::size_t>(row / along_y)];
                    rows.compute({0.0, at_y, at_z, time}, scratch,
                                 {to + row * std::ssize(x), x.size()});
                }
            }
            to += array.count();
        }
    }
}

}  // namespace tobiuo::expression
