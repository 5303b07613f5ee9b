// Sums of squares of a - b and of b. The text before this one gives Real, double only where the
// arrays are.

/// Each work-item adds up every so many values and writes its two sums; the host adds up those.
///
/// Launch    any number of work-items.
/// Traffic   2 reads of a Real a value.
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
