// SPDX-License-Identifier: BSD-3-Clause
// Some passes in one launch, each block of which works on an array of its own in shared memory.
#pragma once

#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The passes of a small array, of which there are many. The first pass reads its array in memory,
/// the last one writes it there, and between them it lies in shared memory, where the other passes
/// work in place. A block runs all blocks of a pass one after the other.
struct FusedForm {
    static constexpr int most_passes = 5;

    PassForm passes[most_passes];
    int count = 1;         ///< of passes
    long long values = 0;  ///< reals of an array in memory
    long long held = 0;    ///< reals of an array in shared memory; 0 for a single pass
    int most_threads = 1;  ///< of a block: as many as its widest pass has
    int min_blocks_per_sm = 1;
    /// Eigenvalues in Symbol::outer from array to array; 0 if all have the same.
    long long outer_step = 0;

    [[nodiscard]] constexpr bool operator==(const FusedForm&) const = default;

    [[nodiscard]] constexpr int threads() const { return most_threads; }
    /// Complex values of shared memory behind the array, with which each pass works.
    [[nodiscard]] constexpr int scratch_elements() const
    {
        int most = 0;
        for (int pass = 0; pass < count; ++pass) {
            const int needed = passes[pass].shared_elements();
            most = needed > most ? needed : most;
        }
        return most;
    }
    /// The same with the array.
    [[nodiscard]] constexpr int shared_elements() const
    {
        return static_cast<int>((held + 1) / 2) + scratch_elements();
    }
};

/// The tables of the passes of a FusedForm.
template <typename T>
struct FusedTables {
    PassTables<T> of[FusedForm::most_passes];
};

}  // namespace tobiuo::fft
