// SPDX-License-Identifier: BSD-3-Clause
// Where the classic kernel's coefficients lie in memory: one definition for host and device.
#pragma once

namespace tobiuo::stencil {

/// The layout of twelve coefficients of [ni][nj][nk] points as planes of nj rows, with `padding`
/// values after each plane. `pitch` is nk rounded up to 16 bytes, so that every row may be read by
/// 16-byte accesses.
///
/// Source    Naruse, Sumimoto, Kumon 2008, sections 5.2.2 (order of the planes), 5.2.4 (padding).
struct ClassicLayout {
    long long pitch;                 ///< values from row to row
    long long between_planes;        ///< values from i to i + 1 of one coefficient
    long long between_coefficients;  ///< values from coefficient m to m + 1

    constexpr long long at(int m, long long i, long long j, long long k) const
    {
        return m * between_coefficients + i * between_planes + j * pitch + k;
    }
};

/// The layout coef[12][ni][nj][nk], or coef[ni][12][nj][nk] if `interleaved`.
constexpr ClassicLayout classic_layout(long long ni, long long nj, long long pitch,
                                       long long padding, bool interleaved)
{
    const long long plane = nj * pitch + padding;
    return interleaved ? ClassicLayout{pitch, 12 * plane, plane}
                       : ClassicLayout{pitch, plane, ni * plane};
}

/// Values that all twelve coefficients take.
constexpr long long classic_values(long long ni, long long nj, long long pitch, long long padding)
{
    return 12 * ni * (nj * pitch + padding);
}

}  // namespace tobiuo::stencil
