// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/butterfly/dft.hpp"

namespace tobiuo::fft::codegen {
namespace {

using Values = std::vector<ComplexExpression>;

/// The `count` values x_first, x_{first + step}, ..., with indices modulo x.size().
Values strided(const Values& x, std::size_t first, std::size_t step, std::size_t count)
{
    Values picked;
    for (std::size_t j = 0; j < count; ++j) {
        picked.push_back(x[(first + j * step) % x.size()]);
    }
    return picked;
}

/// The transform for n a power of two, 4 or more: the conjugate-pair form (Kamar and Elcherif 1989)
/// of the split radix algorithm (Duhamel and Hollmann 1984). x_{4j+1} and x_{4j-1} are multiplied
/// by conjugate twiddle factors, so that one factor serves both and is fused into the last
/// addition.
Values split_radix(const Values& x)
{
    const std::size_t n = x.size();
    const Values even = dft(strided(x, 0, 2, n / 2));
    const Values after = dft(strided(x, 1, 4, n / 4));
    const Values before = dft(strided(x, n - 1, 4, n / 4));

    Values spectrum(x);
    for (std::size_t k = 0; k < n / 4; ++k) {
        const ComplexExpression a = rotated(after[k], k, n);
        const ComplexExpression b = rotated(before[k], n - k, n);
        const ComplexExpression sum = a + b;
        const ComplexExpression difference = quarter_turned(a - b);
        spectrum[k] = even[k] + sum;
        spectrum[k + n / 2] = even[k] - sum;
        spectrum[k + n / 4] = even[k + n / 4] + difference;
        spectrum[k + 3 * n / 4] = even[k + n / 4] - difference;
    }
    return spectrum;
}

/// The transform for n an odd prime. X_k and X_{n-k} are the sum and the difference of a cosine sum
/// over x_j + x_{n-j} and a sine sum over x_j - x_{n-j}.
Values symmetric_pairs(const Values& x)
{
    const std::size_t n = x.size();
    Values sums;
    Values differences;
    Values spectrum(x);
    for (std::size_t j = 1; j <= n / 2; ++j) {
        sums.push_back(x[j] + x[n - j]);
        differences.push_back(x[j] - x[n - j]);
        spectrum[0] = spectrum[0] + sums.back();
    }
    for (std::size_t k = 1; k <= n / 2; ++k) {
        ComplexExpression even = x[0];
        std::vector<Term> re;
        std::vector<Term> im;
        for (std::size_t j = 1; j <= n / 2; ++j) {
            const auto [cosine, sine] = unit_root(j * k, n);
            even.re = even.re + cosine * sums[j - 1].re;
            even.im = even.im + cosine * sums[j - 1].im;
            re.push_back({sine, differences[j - 1].re});
            im.push_back({sine, differences[j - 1].im});
        }
        const ComplexExpression odd = quarter_turned({weighted_sum(re), weighted_sum(im)});
        spectrum[k] = even + odd;
        spectrum[n - k] = even - odd;
    }
    return spectrum;
}

/// The transform for n = columns rows, both coprime. With j = rows j1 + columns j2 the exponent jk
/// / n is j1 k / columns + j2 k / rows: a transform in two dimensions without twiddle factors (Good
/// 1958).
Values prime_factor(const Values& x, std::size_t columns, std::size_t rows)
{
    std::vector<Values> by_row;
    for (std::size_t j1 = 0; j1 < columns; ++j1) {
        by_row.push_back(dft(strided(x, rows * j1, columns, rows)));
    }
    std::vector<Values> by_column;
    for (std::size_t k2 = 0; k2 < rows; ++k2) {
        Values column;
        for (const Values& row : by_row) {
            column.push_back(row[k2]);
        }
        by_column.push_back(dft(column));
    }
    Values spectrum;
    for (std::size_t k = 0; k < x.size(); ++k) {
        spectrum.push_back(by_column[k % rows][k % columns]);
    }
    return spectrum;
}

/// The transform for n = factor rest by decimation in time (Cooley and Tukey 1965).
Values cooley_tukey(const Values& x, std::size_t factor)
{
    const std::size_t n = x.size();
    const std::size_t rest = n / factor;
    std::vector<Values> inner;
    for (std::size_t j = 0; j < factor; ++j) {
        inner.push_back(dft(strided(x, j, factor, rest)));
    }
    Values spectrum(x);
    for (std::size_t k = 0; k < rest; ++k) {
        Values column;
        for (std::size_t j = 0; j < factor; ++j) {
            column.push_back(rotated(inner[j][k], j * k, n));
        }
        column = dft(column);
        for (std::size_t j = 0; j < factor; ++j) {
            spectrum[k + j * rest] = column[j];
        }
    }
    return spectrum;
}

std::size_t smallest_factor(std::size_t n)
{
    std::size_t factor = 2;
    while (n % factor != 0) {
        ++factor;
    }
    return factor;
}

}  // namespace

Values dft(const Values& x)
{
    const std::size_t n = x.size();
    if (n == 1) {
        return x;
    }
    if (n == 2) {
        return {x[0] + x[1], x[0] - x[1]};
    }
    const std::size_t prime = smallest_factor(n);
    std::size_t power = prime;
    while (n % (power * prime) == 0) {
        power *= prime;
    }
    if (power < n) {
        return prime_factor(x, power, n / power);
    }
    if (prime == 2) {
        return split_radix(x);
    }
    return prime == n ? symmetric_pairs(x) : cooley_tukey(x, prime);
}

std::vector<Expression> parts(const Values& x)
{
    std::vector<Expression> all;
    for (const ComplexExpression& value : x) {
        all.push_back(value.re);
        all.push_back(value.im);
    }
    return all;
}

}  // namespace tobiuo::fft::codegen
