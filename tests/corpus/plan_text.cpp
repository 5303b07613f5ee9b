// SPDX-License-Identifier: BSD-3-Clause
#include "tests/corpus/plan_text.hpp"

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/kernel_source.hpp"

namespace tobiuo::corpus {
namespace {

/// Numbers after a word: "word(1,2,3)"; enumerators by their order.
template <typename... Values>
void put(std::ostringstream& text, const char* word, Values... values)
{
    text << ' ' << word << '(';
    const char* comma = "";
    ((text << comma << static_cast<long long>(values), comma = ","), ...);
    text << ')';
}

void put_block(std::ostringstream& text, const fft::KernelConfig& block)
{
    text << " radices(";
    for (int stage = 0; stage < block.stages; ++stage) {
        text << (stage > 0 ? "x" : "") << block.radices[stage];
    }
    text << ')';
    put(text, "block", block.length, block.threads_per_transform, block.transforms_per_block);
    put(text, "order", block.load_contiguous, block.store_contiguous);
    put(text, "options", block.pad, block.twiddle_recurrence, block.min_blocks_per_sm,
        block.self_mirrored);
}

void put_lines(std::ostringstream& text, const char* word, const fft::Lines& lines)
{
    put(text, word, lines.count, lines.step, lines.inner, lines.inner_step, lines.outer_step);
}

/// Parameters that few passes have, each with a word of its own.
std::vector<std::string> rare_parts(const fft::PassForm& pass)
{
    const fft::Part& in = pass.source_part;
    const fft::Part& out = pass.sink_part;
    const fft::Convolution& whole = pass.convolution;
    const fft::TwoForOne& pairs = pass.pairs;
    std::ostringstream text;
    put(text, "direction", pass.inverse, pass.bluestein);
    put(text, "sides", pass.source_side, pass.sink_side);
    put(text, "access", pass.load, pass.store);
    put(text, "twiddle", pass.twiddle.length, pass.twiddle.divisor, pass.twiddle.second,
        pass.twiddle_first);
    put(text, "part-in", in.length, in.stride, in.divisor, in.chirp);
    put(text, "part-out", out.length, out.stride, out.divisor, out.chirp);
    put(text, "convolution", whole.points, whole.length, whole.first, whole.second, whole.divisor);
    put(text, "pairs", pairs.task, pairs.makhoul, pairs.type_one, pairs.sine, pairs.reversed,
        pairs.split, pairs.row_pairs, pairs.group, pairs.separate_reals, pairs.row_lines);
    put(text, "modes", pass.modes.axis, pass.modes.x, pass.modes.y, pass.modes.first);
    std::istringstream words{text.str()};
    return {std::istream_iterator<std::string>{words}, {}};
}

void put_pass(std::ostringstream& text, const fft::PassForm& pass)
{
    put(text, "pass", pass.points);
    put_block(text, pass.block);
    put_lines(text, "from", pass.source);
    put_lines(text, "to", pass.sink);
    put(text, "launch", pass.blocks(), pass.block.threads(), pass.shared_elements());
    static const std::vector<std::string> usual = rare_parts({});
    const std::vector<std::string> parts = rare_parts(pass);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text << (parts[part] == usual[part] ? "" : " " + parts[part]);
    }
}

void put_step(std::ostringstream& text, const fft::PassStep& step)
{
    put(text, "arrays", step.from, step.to);
    put_pass(text, step.form);
}

void put_step(std::ostringstream& text, const fft::MergedStep& step)
{
    const fft::MergedForm& form = step.form;
    put(text, "arrays", step.from, step.middle, step.to);
    put(text, "merged", form.planes, form.pipeline_distance, form.in_bytes, form.middle_bytes,
        form.out_bytes, form.discard_bytes, form.threads(), form.shared_elements(), form.items());
    put_pass(text, form.first);
    put_pass(text, form.second);
}

void put_step(std::ostringstream& text, const fft::FoldStep& step)
{
    put(text, "arrays", step.at);
    put(text, "fold", step.form.rows, step.form.pairs, step.form.inverse);
}

device::Specialisation kernel_of(const fft::PassStep& step, Precision precision,
                                 const fft::Pointwise& function)
{
    return step.form.modes.wanted()
               ? fft::specialise(step.form, precision, fft::StepFunctions{.between = function})
               : fft::specialise(step.form, precision);
}

template <typename Step>
device::Specialisation kernel_of(const Step& step, Precision precision,
                                 const fft::Pointwise& /*function*/)
{
    return fft::specialise(step.form, precision);
}

}  // namespace

std::string plan_text(const fft::Schedule& schedule)
{
    std::ostringstream text;
    put(text, "work", schedule.work_values, schedule.counters());
    for (const fft::Step& step : schedule.steps) {
        text << " ;";
        std::visit([&](const auto& one) { put_step(text, one); }, step);
    }
    return text.str().substr(1);
}

std::vector<std::string> requests_of(const fft::Schedule& schedule)
{
    std::vector<std::string> requests;
    for (const fft::Step& step : schedule.steps) {
        if (const auto* one = std::get_if<fft::PassStep>(&step)) {
            requests.push_back(one->chosen.key);
        } else if (const auto* merged = std::get_if<fft::MergedStep>(&step)) {
            requests.push_back(merged->chosen.key);
        } else {
            requests.emplace_back("fold");
        }
    }
    for (const fft::Chosen& pair : schedule.apart) {
        requests.push_back("apart: " + pair.key);
    }
    return requests;
}

std::vector<device::Specialisation> kernels_of(const fft::Schedule& schedule, Precision precision,
                                               const fft::Pointwise& function)
{
    std::vector<device::Specialisation> kernels;
    for (const fft::Step& step : schedule.steps) {
        kernels.push_back(
            std::visit([&](const auto& one) { return kernel_of(one, precision, function); }, step));
    }
    return kernels;
}

}  // namespace tobiuo::corpus
