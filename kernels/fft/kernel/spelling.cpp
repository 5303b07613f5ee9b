#include "kernels/fft/kernel/spelling.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace tobiuo::fft {
namespace {

using std::to_string;

std::string_view spelled(bool value)
{
    return value ? "true" : "false";
}

std::string_view spelled(Side side)
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

std::string_view spelled(Access access)
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

std::string_view spelled(Chirp chirp)
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

std::string_view spelled(Way way)
{
    switch (way) {
        case Way::none:
            return "none";
        case Way::analyse:
            return "analyse";
        case Way::synthesise:
            return "synthesise";
        case Way::solve:
            return "solve";
        case Way::solve_back:
            return "solve_back";
    }
    return {};
}

std::string_view spelled(Folding folding)
{
    switch (folding) {
        case Folding::none:
            return "none";
        case Folding::whole:
            return "whole";
        case Folding::halfway:
            return "halfway";
    }
    return {};
}

std::string_view spelled(Continuation continuation)
{
    switch (continuation) {
        case Continuation::none:
            return "none";
        case Continuation::odd:
            return "odd";
        case Continuation::even:
            return "even";
    }
    return {};
}

std::string_view spelled(Separation separation)
{
    switch (separation) {
        case Separation::none:
            return "none";
        case Separation::first:
            return "first";
        case Separation::all:
            return "all";
    }
    return {};
}

/// ".name = value, "
template <typename Value>
std::string field(std::string_view name, Value value)
{
    std::string text = "." + std::string{name} + " = ";
    if constexpr (std::is_same_v<Value, bool>) {
        text += spelled(value);
    } else {
        text += to_string(value);
    }
    return text + ", ";
}

std::string joined_radices(const BlockForm& form, std::string_view separator)
{
    std::string text;
    for (int stage = 0; stage < form.stages; ++stage) {
        text += (stage > 0 ? std::string{separator} : "") + to_string(form.radices[stage]);
    }
    return text;
}

std::string initialiser(const BlockForm& form)
{
    return "{" + field("length", form.length) + field("stages", form.stages) + ".radices = {" +
           joined_radices(form, ", ") + "}, " + field("lanes", form.lanes) +
           field("lines", form.lines) + field("load_along", form.load_along) +
           field("store_along", form.store_along) + field("pad", form.pad) +
           field("powers", form.powers) + field("resident_blocks", form.resident_blocks) + "}";
}

std::string initialiser(const Lines& lines)
{
    return "{" + field("count", lines.count) + field("step", lines.step) +
           field("inner", lines.inner) + field("inner_step", lines.inner_step) +
           field("outer_step", lines.outer_step) + "}";
}

std::string initialiser(const Turn& turn)
{
    return "{" + field("length", turn.length) + field("divisor", turn.divisor) +
           field("second", turn.second) + "}";
}

std::string initialiser(const Part& part)
{
    return "{" + field("length", part.length) + field("stride", part.stride) +
           field("divisor", part.divisor) +
           ".chirp = tobiuo::fft::Chirp::" + std::string{spelled(part.chirp)} + "}";
}

std::string initialiser(const Convolution& convolution)
{
    return "{" + field("points", convolution.points) + field("length", convolution.length) +
           field("first", convolution.first) + field("second", convolution.second) +
           field("divisor", convolution.divisor) + "}";
}

std::string initialiser(const PairForm& form)
{
    return "{.way = tobiuo::fft::Way::" + std::string{spelled(form.way)} +
           ", .folding = tobiuo::fft::Folding::" + std::string{spelled(form.folding)} +
           ", .continuation = tobiuo::fft::Continuation::" +
           std::string{spelled(form.continuation)} + ", " + field("sine", form.sine) +
           field("reversed", form.reversed) +
           ".separation = tobiuo::fft::Separation::" + std::string{spelled(form.separation)} +
           ", " + field("row_pairs", form.row_pairs) + field("group", form.group) +
           field("apart", form.apart) + field("row_lines", form.row_lines) + "}";
}

std::string initialiser(const Modes& modes)
{
    return "{" + field("axis", modes.axis) + field("x", modes.x) + field("y", modes.y) +
           field("first", modes.first) + "}";
}

/// Of what only passes of long axes, of pairs of lines or of modes have: what is not default, with a
/// comma before it.
std::string rare_fields(const PassForm& form)
{
    std::string text = form.turn_first ? ", .turn_first = true" : "";
    if (form.source_part != Part{}) {
        text += ", .source_part = " + initialiser(form.source_part);
    }
    if (form.sink_part != Part{}) {
        text += ", .sink_part = " + initialiser(form.sink_part);
    }
    if (form.convolution != Convolution{}) {
        text += ", .convolution = " + initialiser(form.convolution);
    }
    if (form.pairs != PairForm{}) {
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
           ", " + field("planes", form.planes) + field("lag", form.lag) +
           field("in_bytes", form.in_bytes) + field("middle_bytes", form.middle_bytes) +
           field("out_bytes", form.out_bytes) + field("spent_bytes", form.spent_bytes) + "}";
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

std::string name_of(const PairForm& form)
{
    const auto digit = [](auto choice) { return to_string(static_cast<int>(choice)); };
    return digit(form.way) + digit(form.folding) + digit(form.continuation) + digit(form.sine) +
           digit(form.reversed) + digit(form.separation) + digit(form.apart) + "." +
           to_string(form.row_pairs) + "." + to_string(form.group) + "." +
           to_string(form.row_lines);
}

std::string name_of(const Modes& modes)
{
    return to_string(modes.axis) + "." + to_string(modes.x) + "." + to_string(modes.y) + "." +
           to_string(modes.first);
}

/// Every parameter of the form, in few letters.
std::string name_of(const PassForm& form)
{
    const BlockForm& block = form.block;
    std::string text = to_string(form.points);
    text += form.chirped ? "c" + to_string(block.length) : "";
    text += "-" + joined_radices(block, ".") + "-" + to_string(block.lanes) + "x" +
            to_string(block.lines);
    text += std::string{"-"} + (block.load_along ? "r" : "c") + (block.store_along ? "r" : "c");
    text += to_string(static_cast<int>(form.source_side)) +
            to_string(static_cast<int>(form.sink_side)) + to_string(static_cast<int>(form.load)) +
            to_string(static_cast<int>(form.store));
    text += block.pad > 0 ? "p" + to_string(block.pad) : "";
    text += block.powers ? "w" : "";
    text += form.inverse ? "i" : "f";
    text += "b" + to_string(block.resident_blocks) + "-" + name_of(form.source);
    text += form.sink == form.source ? "" : "-" + name_of(form.sink);
    if (form.turn.length > 0) {
        text += "-t" + to_string(form.turn.length) + "." + to_string(form.turn.divisor) + "." +
                to_string(form.turn.second);
    }
    text += form.turn_first ? "b" : "";
    text += form.source_part != Part{} ? "-s" + name_of(form.source_part) : "";
    text += form.sink_part != Part{} ? "-d" + name_of(form.sink_part) : "";
    text += form.convolution != Convolution{} ? "-v" + name_of(form.convolution) : "";
    text += form.pairs != PairForm{} ? "-q" + name_of(form.pairs) : "";
    text += form.modes != Modes{} ? "-m" + name_of(form.modes) : "";
    return text;
}

device::Specialisation specialisation(Precision precision, std::string_view kind)
{
    device::Specialisation what;
    const bool single = precision == Precision::fp32;
    what.config = {single ? "using Real = float;" : "using Real = double;"};
    what.name = std::string{kind} + (single ? "-fp32-" : "-fp64-");
    return what;
}

}  // namespace

std::string initialiser(const PassForm& form)
{
    return "{.block = " + initialiser(form.block) + ", " + field("points", form.points) +
           field("inverse", form.inverse) + field("chirped", form.chirped) +
           ".source_side = tobiuo::fft::Side::" + std::string{spelled(form.source_side)} +
           ", .sink_side = tobiuo::fft::Side::" + std::string{spelled(form.sink_side)} +
           ", .load = tobiuo::fft::Access::" + std::string{spelled(form.load)} +
           ", .store = tobiuo::fft::Access::" + std::string{spelled(form.store)} +
           ", .source = " + initialiser(form.source) + ", .sink = " + initialiser(form.sink) +
           ", .turn = " + initialiser(form.turn) + rare_fields(form) + "}";
}

std::string short_name(const PassForm& form)
{
    const BlockForm& block = form.block;
    const std::string_view order = block.load_along != block.store_along ? " turning"
                                   : block.load_along                    ? " rows"
                                                                         : " columns";
    const long long chirp =
        form.chirped ? 0 : std::max(form.convolution.points, form.chirp_points());
    return to_string(form.points) + (chirp > 0 ? " for chirp " + to_string(chirp) : std::string{}) +
           (form.chirped ? " by chirp " + to_string(block.length) : std::string{}) + "=" +
           joined_radices(block, "x") + " " + to_string(block.lanes) + "x" +
           to_string(block.lines) + std::string{order} +
           (form.pairs.solves() || form.modes.wanted() ? " there and back" : "");
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
                 "l" + to_string(form.lag) + "." + to_string(form.in_bytes) + "." +
                 to_string(form.middle_bytes) + "." + to_string(form.out_bytes) +
                 (form.spent_bytes > 0 ? "s" + to_string(form.spent_bytes) : "");
    return what;
}

std::string short_name(const FoldForm& form)
{
    return (form.inverse ? "unfold " : "fold ") + to_string(form.pairs) + " pairs";
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
