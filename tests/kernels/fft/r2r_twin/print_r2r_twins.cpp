// SPDX-License-Identifier: BSD-3-Clause
// Prints a test for each of r2r_cases(), distributed over the given files. The forms of its passes
// become constants of the program, as they are in the kernels.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "tests/kernels/fft/r2r_twin/r2r_cases.hpp"

namespace {

using namespace tobiuo;

/// Writes every `step`-th transform from number `first` on.
void print_tests(std::ostream& out, std::size_t first, std::size_t step)
{
    out << "// Written by print_r2r_twins.\n"
           "#include \"tests/kernels/fft/r2r_twin/r2r_twin.hpp\"\n\n"
           "namespace tobiuo::fft {\nnamespace {\n";
    const auto cases = test::r2r_cases();
    for (std::size_t at = first; at < cases.size(); at += step) {
        const bool single = cases[at].precision == Precision::fp32;
        out << "\nTEST(FftR2rTwin, case_" << at << "_gives_what_fftw_gives)\n{\n    test::R2rTwin<"
            << (single ? "float" : "double") << "> twin{test::r2r_cases().at(" << at << ")};\n";
        for (const fft::Step& pass : fft::make_r2r_schedule(cases[at], {}).steps) {
            out << "    twin.run<PassForm" << fft::initialiser(std::get<fft::PassStep>(pass).form)
                << ">();\n";
        }
        out << "    twin.expect_what_fftw_gives();\n}\n";
    }
    out << "\n}  // namespace\n}  // namespace tobiuo::fft\n";
}

}  // namespace

int main(int count, char** files)
{
    for (int file = 1; file < count; ++file) {
        std::ofstream out{files[file]};
        print_tests(out, static_cast<std::size_t>(file - 1), static_cast<std::size_t>(count - 1));
        if (!out.flush()) {
            std::cerr << "could not write " << files[file] << "\n";
            return 1;
        }
    }
    return 0;
}
