// SPDX-License-Identifier: BSD-3-Clause
// One sweep per memory pass by OpenCL: a work-item owns a (j, k) column and marches along i.
//
// The text before this one, written by march_program(), gives Real; block_k and block_j, the
// work-items of a group; unroll, the planes of a turn of the loop; residual() of one point; and Sum
// with add_square() and add(), which sum squared residuals in double precision or in pairs of
// floats.

/// The 3 x 3 values of one i-plane around (j, k).
typedef struct {
    Real value[9];
} Window;

Window window_at(__global const Real* p, long nk)
{
    Window window;
#pragma unroll
    for (int n = 0; n < 9; ++n) {
        window.value[n] = p[(n / 3 - 1) * nk + n % 3 - 1];
    }
    return window;
}

/// The sum over the `items` work-items of a group, a power of two, in a fixed order; the result is
/// valid in the first one.
Sum group_sum(Sum mine, int item, int items, __local Sum* sums)
{
    sums[item] = mine;
    for (int half_items = items / 2; half_items > 0; half_items /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_items) {
            sums[item] = add(sums[item], sums[item + half_items]);
        }
    }
    return item == 0 ? sums[0] : mine;
}

/// Does one sweep of the planes [first, end), `planes` of them in a group, and adds up the squared
/// residuals of each group. All arrays are [ni][nj][nk], k contiguous.
///
/// Launch    group (block_k, block_j, 1); groups cover k from 0, where rows are aligned, j from 1,
///           and the planes.
/// Traffic   13 reads and 1 write per point if p's neighbours hit the caches; each of the 9 values
///           around a column is loaded once per plane and kept for three.
/// Accuracy  p as the twin, bit by bit.
/// Twin      kernels/stencil/reference/twin.cpp
__kernel __attribute__((reqd_work_group_size(block_k, block_j, 1))) void himeno_march(
    __global const Real* restrict a0, __global const Real* restrict a1,
    __global const Real* restrict a2, __global const Real* restrict a3,
    __global const Real* restrict b0, __global const Real* restrict b1,
    __global const Real* restrict b2, __global const Real* restrict c0,
    __global const Real* restrict c1, __global const Real* restrict c2,
    __global const Real* restrict wrk1, __global const Real* restrict bnd,
    __global const Real* restrict p, __global Real* restrict p_new,
    __global Sum* restrict group_sums, const long first, const long end, const long planes,
    const long nj, const long nk, const Real omega)
{
    __local Sum sums[block_k * block_j];
    const long k = get_global_id(0);
    const long j = get_global_id(1) + 1;
    const long begin = first + (long)get_group_id(2) * planes;
    const long behind = min(begin + planes, end);
    Sum sum = (Sum)(0);
    if (k > 0 && k < nk - 1 && j < nj - 1) {
        const long plane = nj * nk;
        long at = begin * plane + j * nk + k;
        Window before = window_at(p + at - plane, nk);
        Window here = window_at(p + at, nk);
#pragma unroll unroll
        for (long i = begin; i < behind; ++i, at += plane) {
            const Window after = window_at(p + at + plane, nk);
            const Real c[12] = {a0[at], a1[at], a2[at], a3[at],   b0[at],  b1[at],
                                b2[at], c0[at], c1[at], c2[at], wrk1[at], bnd[at]};
            const Real ss = residual(c, before.value, here.value, after.value);
            p_new[at] = here.value[4] + omega * ss;
            sum = add_square(sum, ss);
            before = here;
            here = after;
        }
    }
    const int item = (int)(get_local_id(1) * block_k + get_local_id(0));
    const Sum total = group_sum(sum, item, block_k * block_j, sums);
    if (item == 0) {
        const size_t row = get_group_id(2) * get_num_groups(1) + get_group_id(1);
        group_sums[row * get_num_groups(0) + get_group_id(0)] = total;
    }
}

/// Adds the sums of `count` groups in a fixed order: *gosa is that of the sweep.
///
/// Launch    one group of sum_items work-items, whose number is a power of two.
__kernel __attribute__((reqd_work_group_size(sum_items, 1, 1))) void himeno_add_groups(
    __global const Sum* group_sums, const long count, __global Sum* gosa, const long sweep)
{
    __local Sum sums[sum_items];
    const int item = (int)get_local_id(0);
    Sum mine = (Sum)(0);
    for (long group = item; group < count; group += sum_items) {
        mine = add(mine, group_sums[group]);
    }
    const Sum total = group_sum(mine, item, sum_items, sums);
    if (item == 0) {
        gosa[sweep] = total;
    }
}
