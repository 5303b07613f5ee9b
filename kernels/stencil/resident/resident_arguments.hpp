// SPDX-License-Identifier: BSD-3-Clause
// What the resident kernel is launched with: one definition for host and device.
#pragma once

#include "kernels/stencil/resident/resident_blocks.hpp"

namespace tobiuo::stencil {

/// `sweeps` sweeps in one cooperative launch. Arrays are [ni][nj][nk] in device memory, k
/// contiguous.
template <typename Real>
struct ResidentArguments {
    const Real* coefficients[12];
    Real* p;              ///< read at the start, its interior written at the end
    unsigned char* mail;  ///< the packets of all sent rows of two sweeps
    double* block_sums;   ///< [sweeps][blocks]
    unsigned first_tag;   ///< tag of the first sweep; each next sweep adds one
    int sweeps;
    Real omega;
    ResidentBlocks blocks;
};

/// Bytes of one row in the mail: first packets of 16 bytes, then second ones. Four floats become a
/// packet of 16 (three and the tag) and one of 8 (the fourth and the tag), two doubles two packets
/// of 16 (value and tag).
constexpr int mail_row_bytes(int value_bytes, int vectors)
{
    return 16 * vectors + (value_bytes == 4 ? 8 * (vectors + vectors % 2) : 16 * vectors);
}

/// Sweeps whose sums wait in shared memory until one warp adds them, with one thread for each
/// sweep.
inline constexpr int summed_together = 32;

/// Dynamic shared memory of a block: two copies of its rows with halo, a spare vector on either
/// side, the coefficients that are not in registers, a ring of the warps' sums.
constexpr long long resident_shared_bytes(long long halo_rows, int vectors, long long threads,
                                          int shared_coefficients)
{
    return 16 * (2 * halo_rows * vectors + 2 + shared_coefficients * threads) +
           8LL * 2 * summed_together * (threads / 32);
}

}  // namespace tobiuo::stencil
