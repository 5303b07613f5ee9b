// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/schedule/r2r_schedule.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "kernels/fft/butterfly/dft.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/schedule/padded_rows.hpp"

namespace tobiuo::fft {
namespace {

/// How lines of a kind are transformed. A synthesis of pairs of lines gives what R2rKind defines, an
/// analysis half of it.
TwoForOne pairs_of(R2rKind kind)
{
    TwoForOne pairs{.task = TwoForOneTask::synthesise, .split = Split::all};
    switch (kind) {
        case R2rKind::dct_1:
        case R2rKind::dst_1:
            pairs.type_one = kind == R2rKind::dct_1 ? TypeOne::dct : TypeOne::dst;
            pairs.split = Split::none;
            return pairs;
        case R2rKind::dct_2:
        case R2rKind::dst_2:
            pairs.task = TwoForOneTask::analyse;
            pairs.makhoul = Makhoul::whole;
            break;
        case R2rKind::dct_3:
        case R2rKind::dst_3:
            pairs.makhoul = Makhoul::whole;
            break;
        case R2rKind::dct_4:
        case R2rKind::dst_4:
            pairs.makhoul = Makhoul::halfway;
            break;
    }
    pairs.sine = kind == R2rKind::dst_2 || kind == R2rKind::dst_3 || kind == R2rKind::dst_4;
    pairs.reversed = pairs.sine;
    return pairs;
}

/// Lets each line of a pass be transformed by itself: by its own even and odd values, or, if it has
/// an odd number of them, as both lines of a pair.
void set_alone(PassForm& form)
{
    form.pairs.separate_reals = true;
    form.pairs.row_lines = 1;
    form.pairs.row_pairs = 1;
    form.pairs.alone = form.pairs.is_type_one() || form.points % 2 == 0;
}

/// What a pass has to multiply by to give what R2rKind defines.
double missing_factor(const TwoForOne& pairs)
{
    const bool gives_half =
        pairs.task == TwoForOneTask::analyse || (pairs.alone && pairs.makhoul == Makhoul::halfway);
    return gives_half ? 2.0 : 1.0;
}

class R2rBuilder {
public:
    R2rBuilder(const R2rProblem& problem, const DeviceLimits& limits, const Choices& choices)
        : problem_{problem}, limits_{limits}, blocks_{problem.precision, limits, choices}
    {
    }

    Schedule build()
    {
        double scale = problem_.scale;
        for (std::size_t axis = 0; axis < problem_.axes.size(); ++axis) {
            PassForm form = axis == 0 ? rows() : columns(axis);
            scale *= missing_factor(form.pairs);
            if (axis + 1 == problem_.axes.size()) {
                form.pairs.scale = scale;
            }
            add(form, axis);
        }
        return std::move(schedule_);
    }

private:
    /// The product of the points of axes from `first` on, before `end`.
    [[nodiscard]] long long points(std::size_t first, std::size_t end) const
    {
        long long product = 1;
        for (std::size_t axis = first; axis < end; ++axis) {
            product *= problem_.axes[axis].points;
        }
        return product;
    }

    [[nodiscard]] long long lines_beyond(std::size_t axis) const
    {
        return points(axis + 1, problem_.axes.size()) * problem_.batch;
    }

    [[nodiscard]] PassForm form_of(std::size_t axis, const Lines& lines) const
    {
        const long long length = problem_.axes[axis].points;
        if (length > limits_.shared_per_block) {
            decline(length);
        }
        PassForm form;
        form.points = static_cast<int>(length);
        form.source = lines;
        form.sink = lines;
        form.pairs = pairs_of(problem_.axes[axis].kind);
        return form;
    }

    /// Rows of an array are paired with each other, never with those of the next array, whose norm
    /// may be another one.
    [[nodiscard]] PassForm rows() const
    {
        const long long pitch = problem_.axes[0].points;
        const long long rows = points(1, problem_.axes.size());
        const long long count = lines_beyond(0);
        if (rows == 1 || is_type_one(0)) {
            PassForm form = form_of(0, row_lines(count, pitch));
            set_alone(form);
            return form;
        }
        const long long pairs = (rows + 1) / 2;
        const bool ends_alone = rows % 2 != 0 && problem_.batch > 1;
        PassForm form = form_of(0, ends_alone ? Lines{.count = pairs * problem_.batch,
                                                      .step = 1,
                                                      .inner = pairs,
                                                      .inner_step = pitch,
                                                      .outer_step = rows * pitch}
                                              : row_lines((count + 1) / 2, pitch));
        form.pairs.separate_reals = true;
        form.pairs.row_lines = ends_alone ? rows : count;
        form.pairs.row_pairs = ends_alone ? pairs : (count + 1) / 2;
        return form;
    }

    [[nodiscard]] bool is_type_one(std::size_t axis) const
    {
        const R2rKind kind = problem_.axes[axis].kind;
        return kind == R2rKind::dct_1 || kind == R2rKind::dst_1;
    }

    [[nodiscard]] PassForm columns(std::size_t axis) const
    {
        const long long width = points(0, axis);  // of reals beside each other
        if (is_type_one(axis)) {
            PassForm form = form_of(
                axis, column_lines(lines_beyond(axis), width, width * problem_.axes[axis].points));
            set_alone(form);
            return form;
        }
        const bool separate = width % 2 != 0;
        const long long pairs = (width + 1) / 2;
        const long long step = separate ? width : width / 2;
        PassForm form = form_of(axis, {.count = pairs * lines_beyond(axis),
                                       .step = step,
                                       .inner = pairs,
                                       .inner_step = 1,
                                       .outer_step = step * problem_.axes[axis].points});
        form.pairs.separate_reals = separate;
        form.pairs.row_lines = width;
        form.pairs.row_pairs = pairs;
        return form;
    }

    void add(PassForm form, std::size_t axis)
    {
        const auto chosen = blocks_.give(form, axis == 0 ? Order::contiguous : Order::strided);
        if (!chosen) {
            decline(form.points);
        }
        if (axis > 0 && form.pairs.separate_reals && !form.pairs.alone) {
            group_lines(form, form.pairs.row_lines);
        }
        if (form.blocks() > most_blocks) {
            throw std::invalid_argument{
                "the transform has more lines than one launch on a GPU has blocks: use the CPU"};
        }
        schedule_.steps.emplace_back(
            PassStep{.form = form,
                     .from = schedule_.steps.empty() ? Array::input : Array::output,
                     .to = Array::output,
                     .chosen = *chosen});
    }

    [[noreturn]] static void decline(long long points)
    {
        throw std::invalid_argument{"an axis has " + std::to_string(points) +
                                    " points, for which a GPU has no cosine or sine transform (a "
                                    "block of threads holds no such line): give another number, or "
                                    "use the CPU"};
    }

    const R2rProblem& problem_;
    const DeviceLimits& limits_;
    PassBlocks blocks_;
    Schedule schedule_;
};

}  // namespace

Schedule make_r2r_schedule(const R2rProblem& problem, const DeviceLimits& limits,
                           const Choices& choices)
{
    return R2rBuilder{problem, limits, choices}.build();
}

}  // namespace tobiuo::fft
