// SPDX-License-Identifier: BSD-3-Clause
// Sums of squares of a - b and of b, arrays of Real. The text in front of this one defines Real:
// double for arrays of double, else float, since a device may lack double.

/// Work-item w of W adds up the squares at n = w, w + W, w + 2 W, ... and writes its two sums to
/// differences[w] and references[w]; the host adds up those of all work-items.
///
/// Launch    any number of work-items along the first axis.
/// Traffic   2 reads of a Real for each of `count` values.
/// Twin      fft::square_sums().
__kernel void square_sums(__global const Real* a, __global const Real* b, long count,
                          __global Real* differences, __global Real* references)
{
    const long item = (long)get_global_id(0);
    const long items = (long)get_global_size(0);
    Real difference = 0;
    Real reference = 0;
    for (long n = item; n < count; n += items) {
        const Real apart = a[n] - b[n];
        difference += apart * apart;
        reference += b[n] * b[n];
    }
    differences[item] = difference;
    references[item] = reference;
}
