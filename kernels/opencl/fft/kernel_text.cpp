// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/kernel_text.hpp"

#include <set>
#include <string_view>

#include "kernels/opencl/fft/pass/pass_text.hpp"
#include "kernels/opencl/fft/pass/prelude.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "kernels/opencl/fft/real/lone_line_text.hpp"
#include "kernels/opencl/fft/real/pair_text.hpp"
#include "kernels/opencl/fft/real/symbol_text.hpp"
#include "kernels/opencl/fft/real/type_one_text.hpp"

namespace tobiuo::opencl {
namespace {

using fft::PassForm;
using fft::Side;
using fft::TwoForOneTask;

/// The type of what a pass reads or writes.
std::string_view type_of(const PassForm& pass, Side side)
{
    const bool is_pair = pass.pairs.task != TwoForOneTask::none;
    const bool is_real = is_pair ? pass.pairs.separate_reals : side == Side::real;
    return is_real ? "Real" : "Complex";
}

void write_body(const PassForm& pass, Precision precision, Text& text)
{
    if (pass.pairs.task == TwoForOneTask::none) {
        write_pass(pass, text);
    } else if (pass.pairs.alone) {
        write_lone_lines(pass, precision, text);
    } else if (pass.pairs.is_type_one()) {
        write_type_one(pass, precision, text);
    } else {
        write_pairs(pass, precision, text);
    }
}

}  // namespace

std::string kernel_text(const PassForm& pass, Precision precision)
{
    const fft::KernelConfig& block = pass.block;
    Text text;
    if (pass.pairs.wide_symbol && precision == Precision::fp32) {
        text.line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable");
    }
    text.append(prelude(precision));
    text.append(butterflies({block.radices, block.radices + block.stages}, precision));
    text.line();
    text.line("typedef ", pass.pairs.wide_symbol ? "double" : "Real", " Eigenvalue;");
    if (pass.pairs.solves()) {
        text.append(symbol_functions());
    }
    if (pass.pairs.adds_differences()) {
        text.append(type_one_functions(pass));
    }
    text.line();
    text.line("__kernel __attribute__((reqd_work_group_size(", block.threads(), ", 1, 1)))");
    text.line("void fft_pass(__global const ", type_of(pass, pass.source_side), "* in, __global ",
              type_of(pass, pass.sink_side), "* out,");
    text.append(R"(    __global const Complex* twiddles, __global const Complex* chirp,
    __global const Complex* filter, __global const Complex* twiddle_low,
    __global const Complex* twiddle_high, __global const Complex* split_twiddles,
    __global const Complex* shift_twiddles, __global const Eigenvalue* symbol_inner,
    __global const Eigenvalue* symbol_outer, __global const Eigenvalue* symbol_along,
    __global Real* symbol_constant)
)");
    text.open();
    if (pass.shared_elements() > 0) {
        text.line("__local Complex shared[", pass.shared_elements(), "];");
    }
    text.line("Complex point[", pass.elements_per_thread(), "];");
    text.line("const uint thread = get_local_id(0);");
    text.line("const long first_line = (long)get_group_id(0) * ", block.transforms_per_block, ";");
    write_body(pass, precision, text);
    text.close();
    return text.str();
}

std::string kernel_text(const fft::FoldForm& form, Precision precision)
{
    const int bits = form.twiddle().low_bits();
    const std::string_view unfolded_or_folded = form.inverse ? "unfolded" : "folded";
    const std::string_view last = form.inverse ? ", false)" : ")";
    Text text;
    text.append(prelude(precision));
    text.line();
    text.line("__kernel __attribute__((reqd_work_group_size(", fft::FoldForm::threads, ", 1, 1)))");
    text.line("void fft_fold(__global Complex* data, __global const Complex* twiddle_low,");
    text.open("    __global const Complex* twiddle_high)");
    text.line("const long item = get_global_id(0);");
    text.open("if (item >= ", long_literal(form.items()), ")");
    text.line("return;");
    text.close();
    text.line("const long k = item % ", long_literal(form.items_per_row()), ";");
    text.line("__global Complex* at_k = data + item / ", long_literal(form.items_per_row()), " * ",
              long_literal(form.pairs + 1), " + k;");
    text.line("__global Complex* at_mirror = at_k + (", long_literal(form.pairs), " - 2 * k);");
    text.line("const Complex power = multiply(twiddle_low[k & ", long_literal((1LL << bits) - 1),
              "], twiddle_high[k >> ", bits, "]);");
    text.line("const Complex one = *at_k;");
    text.line("const Complex two = *at_mirror;");
    // Elements 0 and `pairs` of a half spectrum are real; both come from element 0 of the pairs.
    text.open("if (k == 0)");
    if (form.inverse) {
        text.line("*at_k = (Complex)(one.x + two.x, one.x - two.x);");
    } else {
        text.line("*at_k = (Complex)(one.x + one.y, 0);");
        text.line("*at_mirror = (Complex)(one.x - one.y, 0);");
    }
    text.line("return;");
    text.close();
    text.line("*at_k = ", unfolded_or_folded, "(one, two, power", last, ";");
    text.open("if (at_mirror != at_k)");
    text.line("*at_mirror = ", unfolded_or_folded, "(two, one, (Complex)(-power.x, power.y)", last,
              ";");
    text.close();
    text.close();
    return text.str();
}

}  // namespace tobiuo::opencl
