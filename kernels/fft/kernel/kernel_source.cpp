// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/kernel/kernel_source.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <type_traits>

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::fft {
namespace {

using std::to_string;

std::string_view enumerator(bool value)
{
    return value ? "true" : "false";
}

std::string_view enumerator(Side side)
{
    switch (side) {
        case Side::complex:
            return "complex";
        case Side::real:
            return "real";
        case Side::spectrum:
            return "spectrum";
        case Side::pairs:
            return "pairs";
        case Side::pairs_spectrum:
            return "pairs_spectrum";
        case Side::packed:
            return "packed";
    }
    return {};
}

std::string_view enumerator(Access access)
{
    switch (access) {
        case Access::normal:
            return "normal";
        case Access::streaming:
            return "streaming";
        case Access::through_l2:
            return "through_l2";
    }
    return {};
}

std::string_view enumerator(Chirp chirp)
{
    switch (chirp) {
        case Chirp::none:
            return "none";
        case Chirp::forward:
            return "forward";
        case Chirp::inverse:
            return "inverse";
    }
    return {};
}

std::string_view enumerator(TwoForOneTask way)
{
    switch (way) {
        case TwoForOneTask::none:
            return "none";
        case TwoForOneTask::analyse:
            return "analyse";
        case TwoForOneTask::synthesise:
            return "synthesise";
        case TwoForOneTask::solve:
            return "solve";
        case TwoForOneTask::solve_transposed:
            return "solve_transposed";
    }
    return {};
}

std::string_view enumerator(Makhoul makhoul)
{
    switch (makhoul) {
        case Makhoul::none:
            return "none";
        case Makhoul::whole:
            return "whole";
        case Makhoul::halfway:
            return "halfway";
    }
    return {};
}

std::string_view enumerator(TypeOne type_one)
{
    switch (type_one) {
        case TypeOne::none:
            return "none";
        case TypeOne::dst:
            return "dst";
        case TypeOne::dct:
            return "dct";
    }
    return {};
}

std::string_view enumerator(Split split)
{
    switch (split) {
        case Split::none:
            return "none";
        case Split::first:
            return "first";
        case Split::all:
            return "all";
    }
    return {};
}

/// The text ".name = value, ".
template <typename Value>
std::string field(std::string_view name, Value value)
{
    std::string text = "." + std::string{name} + " = ";
    if constexpr (std::is_same_v<Value, bool>) {
        text += enumerator(value);
    } else {
        text += to_string(value);
    }
    return text + ", ";
}

/// A number as C++ and a name can hold it, with all its bits: "0x1.8p+1".
std::string exact_text(double number)
{
    std::array<char, 40> text{};
    const int length = std::snprintf(text.data(), text.size(), "%a", number);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string joined_radices(const KernelConfig& form, std::string_view separator)
{
    std::string text;
    for (int stage = 0; stage < form.stages; ++stage) {
        text += (stage > 0 ? std::string{separator} : "") + to_string(form.radices[stage]);
    }
    return text;
}

std::string initialiser(const KernelConfig& form)
{
    return "{" + field("length", form.length) + field("stages", form.stages) + ".radices = {" +
           joined_radices(form, ", ") + "}, " +
           field("threads_per_transform", form.threads_per_transform) +
           field("transforms_per_block", form.transforms_per_block) +
           field("load_contiguous", form.load_contiguous) +
           field("store_contiguous", form.store_contiguous) + field("pad", form.pad) +
           (form.line_places > 0 ? field("line_places", form.line_places) : "") +
           field("twiddle_recurrence", form.twiddle_recurrence) +
           field("min_blocks_per_sm", form.min_blocks_per_sm) + "}";
}

std::string initialiser(const Lines& lines)
{
    return "{" + field("count", lines.count) + field("step", lines.step) +
           field("inner", lines.inner) + field("inner_step", lines.inner_step) +
           field("outer_step", lines.outer_step) + "}";
}

std::string initialiser(const Twiddle& twiddle)
{
    return "{" + field("length", twiddle.length) + field("divisor", twiddle.divisor) +
           field("second", twiddle.second) + "}";
}

std::string initialiser(const Part& part)
{
    return "{" + field("length", part.length) + field("stride", part.stride) +
           field("divisor", part.divisor) +
           ".chirp = tobiuo::fft::Chirp::" + std::string{enumerator(part.chirp)} + "}";
}

std::string initialiser(const Convolution& convolution)
{
    return "{" + field("points", convolution.points) + field("length", convolution.length) +
           field("first", convolution.first) + field("second", convolution.second) +
           field("divisor", convolution.divisor) + "}";
}

std::string initialiser(const TwoForOne& form)
{
    return "{.task = tobiuo::fft::TwoForOneTask::" + std::string{enumerator(form.task)} +
           ", .makhoul = tobiuo::fft::Makhoul::" + std::string{enumerator(form.makhoul)} +
           ", .type_one = tobiuo::fft::TypeOne::" + std::string{enumerator(form.type_one)} + ", " +
           field("sine", form.sine) + field("reversed", form.reversed) +
           ".split = tobiuo::fft::Split::" + std::string{enumerator(form.split)} + ", " +
           field("row_pairs", form.row_pairs) + field("group", form.group) +
           field("separate_reals", form.separate_reals) + field("row_lines", form.row_lines) +
           (form.wide_symbol ? field("wide_symbol", true) : "") +
           (form.continued != TypeOne::none ? ".continued = tobiuo::fft::TypeOne::" +
                                                  std::string{enumerator(form.continued)} + ", "
                                            : "") +
           (form.scale != 1.0 ? ".scale = " + exact_text(form.scale) + (form.alone ? ", " : "")
                              : "") +
           (form.alone ? ".alone = true" : "") + "}";
}

std::string initialiser(const Modes& modes)
{
    return "{" + field("axis", modes.axis) + field("x", modes.x) + field("y", modes.y) +
           field("first", modes.first) + "}";
}

/// The fields that only passes of long axes, of pairs of lines or of modes have, if they are not
/// default, each after a comma.
std::string rare_fields(const PassForm& form)
{
    std::string text = form.twiddle_first ? ", .twiddle_first = true" : "";
    if (form.source_part != Part{}) {
        text += ", .source_part = " + initialiser(form.source_part);
    }
    if (form.sink_part != Part{}) {
        text += ", .sink_part = " + initialiser(form.sink_part);
    }
    if (form.convolution != Convolution{}) {
        text += ", .convolution = " + initialiser(form.convolution);
    }
    if (form.pairs != TwoForOne{}) {
        text += ", .pairs = " + initialiser(form.pairs);
    }
    if (form.modes != Modes{}) {
        text += ", .modes = " + initialiser(form.modes);
    }
    return text;
}

std::string initialiser(const MergedForm& form)
{
    return "{.first = " + initialiser(form.first) + ", .second = " + initialiser(form.second) +
           ", " + field("planes", form.planes) +
           field("pipeline_distance", form.pipeline_distance) + field("in_bytes", form.in_bytes) +
           field("middle_bytes", form.middle_bytes) + field("out_bytes", form.out_bytes) +
           field("discard_bytes", form.discard_bytes) + "}";
}

std::string name_of(const Lines& lines)
{
    return to_string(lines.count) + "." + to_string(lines.step) + "." + to_string(lines.inner) +
           "." + to_string(lines.inner_step) + "." + to_string(lines.outer_step);
}

std::string name_of(const Part& part)
{
    return to_string(part.length) + "." + to_string(part.stride) + "." + to_string(part.divisor) +
           "." + to_string(static_cast<int>(part.chirp));
}

std::string name_of(const Convolution& convolution)
{
    return to_string(convolution.points) + "." + to_string(convolution.length) + "." +
           to_string(convolution.first) + "." + to_string(convolution.second) + "." +
           to_string(convolution.divisor);
}

std::string name_of(const TwoForOne& form)
{
    const auto digit = [](auto choice) { return to_string(static_cast<int>(choice)); };
    return digit(form.task) + digit(form.makhoul) + digit(form.type_one) + digit(form.sine) +
           digit(form.reversed) + digit(form.split) + digit(form.separate_reals) + "." +
           to_string(form.row_pairs) + "." + to_string(form.group) + "." +
           to_string(form.row_lines) + (form.wide_symbol ? "w" : "") +
           (form.continued != TypeOne::none ? "o" + digit(form.continued) : "") +
           (form.scale != 1.0 ? "x" + exact_text(form.scale) : "") + (form.alone ? "a" : "");
}

std::string name_of(const Modes& modes)
{
    return to_string(modes.axis) + "." + to_string(modes.x) + "." + to_string(modes.y) + "." +
           to_string(modes.first);
}

/// A name that contains every parameter of the form, in few letters.
std::string name_of(const PassForm& form)
{
    const KernelConfig& block = form.block;
    std::string text = to_string(form.points);
    text += form.bluestein ? "c" + to_string(block.length) : "";
    text += "-" + joined_radices(block, ".") + "-" + to_string(block.threads_per_transform) + "x" +
            to_string(block.transforms_per_block);
    text += std::string{"-"} + (block.load_contiguous ? "r" : "c") +
            (block.store_contiguous ? "r" : "c");
    text += to_string(static_cast<int>(form.source_side)) +
            to_string(static_cast<int>(form.sink_side)) + to_string(static_cast<int>(form.load)) +
            to_string(static_cast<int>(form.store));
    text += block.pad > 0 ? "p" + to_string(block.pad) : "";
    text += block.line_places > 0 ? "l" + to_string(block.line_places) : "";
    text += block.twiddle_recurrence ? "w" : "";
    text += form.inverse ? "i" : "f";
    text += "b" + to_string(block.min_blocks_per_sm) + "-" + name_of(form.source);
    text += form.sink == form.source ? "" : "-" + name_of(form.sink);
    if (form.twiddle.length > 0) {
        text += "-t" + to_string(form.twiddle.length) + "." + to_string(form.twiddle.divisor) +
                "." + to_string(form.twiddle.second);
    }
    text += form.twiddle_first ? "b" : "";
    text += form.source_part != Part{} ? "-s" + name_of(form.source_part) : "";
    text += form.sink_part != Part{} ? "-d" + name_of(form.sink_part) : "";
    text += form.convolution != Convolution{} ? "-v" + name_of(form.convolution) : "";
    text += form.pairs != TwoForOne{} ? "-q" + name_of(form.pairs) : "";
    text += form.modes != Modes{} ? "-m" + name_of(form.modes) : "";
    return text;
}

device::Specialisation specialisation(Precision precision, std::string_view kind)
{
    device::Specialisation what;
    const bool single = precision == Precision::fp32;
    what.config = {device::real(precision)};
    what.name = std::string{kind} + (single ? "-fp32-" : "-fp64-");
    return what;
}

}  // namespace

std::string initialiser(const PassForm& form)
{
    return "{.block = " + initialiser(form.block) + ", " + field("points", form.points) +
           field("inverse", form.inverse) + field("bluestein", form.bluestein) +
           ".source_side = tobiuo::fft::Side::" + std::string{enumerator(form.source_side)} +
           ", .sink_side = tobiuo::fft::Side::" + std::string{enumerator(form.sink_side)} +
           ", .load = tobiuo::fft::Access::" + std::string{enumerator(form.load)} +
           ", .store = tobiuo::fft::Access::" + std::string{enumerator(form.store)} +
           ", .source = " + initialiser(form.source) + ", .sink = " + initialiser(form.sink) +
           ", .twiddle = " + initialiser(form.twiddle) + rare_fields(form) + "}";
}

std::string initialiser(const FusedForm& form)
{
    std::string passes;
    for (int pass = 0; pass < form.count; ++pass) {
        passes += (pass > 0 ? ", " : "") + initialiser(form.passes[pass]);
    }
    return "{.passes = {" + passes + "}, " + field("count", form.count) +
           field("values", form.values) + field("held", form.held) +
           field("most_threads", form.most_threads) +
           field("min_blocks_per_sm", form.min_blocks_per_sm) +
           field("outer_step", form.outer_step) + "}";
}

std::string short_name(const PassForm& form)
{
    const KernelConfig& block = form.block;
    const std::string_view order = block.load_contiguous != block.store_contiguous ? " transposing"
                                   : block.load_contiguous                         ? " contiguous"
                                                                                   : " strided";
    const long long chirp =
        form.bluestein ? 0 : std::max(form.convolution.points, form.chirp_points());
    return to_string(form.points) +
           (chirp > 0 ? " for Bluestein " + to_string(chirp) : std::string{}) +
           (form.bluestein ? " by Bluestein " + to_string(block.length) : std::string{}) + "=" +
           joined_radices(block, "x") + " " + to_string(block.threads_per_transform) + "x" +
           to_string(block.transforms_per_block) + std::string{order} +
           (form.pairs.solves() || form.modes.wanted() ? ", fused inverse" : "");
}

device::Specialisation specialise(const PassForm& form, Precision precision)
{
    device::Specialisation what = specialisation(precision, "fft-pass");
    what.source = "kernels/fft/kernel/pass.cuh";
    what.kernel = "fft_pass";
    what.includes = {"kernels/fft/pass/pass_form.hpp"};
    what.config.push_back("static constexpr tobiuo::fft::PassForm pass = " + initialiser(form) +
                          ";");
    what.name += name_of(form);
    return what;
}

device::Specialisation specialise(const MergedForm& form, Precision precision)
{
    device::Specialisation what = specialisation(precision, "fft-merged");
    what.source = "kernels/fft/kernel/merged.cuh";
    what.kernel = "fft_merged";
    what.includes = {"kernels/fft/pass/merged_form.hpp"};
    what.config.push_back("static constexpr tobiuo::fft::MergedForm merged = " + initialiser(form) +
                          ";");
    what.name += name_of(form.first) + "+" + name_of(form.second) + "-" + to_string(form.planes) +
                 "l" + to_string(form.pipeline_distance) + "." + to_string(form.in_bytes) + "." +
                 to_string(form.middle_bytes) + "." + to_string(form.out_bytes) +
                 (form.discard_bytes > 0 ? "s" + to_string(form.discard_bytes) : "");
    return what;
}

std::string short_name(const FoldForm& form)
{
    return (form.inverse ? "unfold " : "fold ") + to_string(form.pairs) + " pairs";
}

std::string short_name(const FusedForm& form)
{
    std::string text;
    for (int pass = 0; pass < form.count; ++pass) {
        text += (pass > 0 ? " + " : "") + short_name(form.passes[pass]);
    }
    return text + " in shared memory, " + to_string(form.threads()) + " threads for each problem";
}

device::Specialisation specialise(const FusedForm& form, Precision precision)
{
    device::Specialisation what = specialisation(precision, "fft-fused");
    what.source = "kernels/fft/kernel/fused.cuh";
    what.kernel = "fft_fused";
    what.includes = {"kernels/fft/pass/fused_form.hpp"};
    what.config.push_back("static constexpr tobiuo::fft::FusedForm fused = " + initialiser(form) +
                          ";");
    for (int pass = 0; pass < form.count; ++pass) {
        what.name += (pass > 0 ? "+" : "") + name_of(form.passes[pass]);
    }
    what.name += "-" + to_string(form.values) + "." + to_string(form.held) + "." +
                 to_string(form.most_threads) + "." + to_string(form.min_blocks_per_sm) + "." +
                 to_string(form.outer_step);
    return what;
}

device::Specialisation specialise(const FoldForm& form, Precision precision)
{
    device::Specialisation what = specialisation(precision, "fft-fold");
    what.source = "kernels/fft/kernel/fold.cuh";
    what.kernel = "fft_fold";
    what.includes = {"kernels/fft/real/fold_form.hpp"};
    what.config.push_back("static constexpr tobiuo::fft::FoldForm fold = {" +
                          field("rows", form.rows) + field("pairs", form.pairs) +
                          field("inverse", form.inverse) + "};");
    what.name += to_string(form.rows) + "x" + to_string(form.pairs) + (form.inverse ? "i" : "f");
    return what;
}

}  // namespace tobiuo::fft
