// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/direct_dft.hpp"

#include <cstddef>
#include <numbers>

namespace tobiuo::test {

std::vector<Wide> roots_of_unity(std::int64_t n, int sign)
{
    std::vector<Wide> roots;
    for (std::int64_t m = 0; m < n; ++m) {
        const long double angle = sign * 2 * std::numbers::pi_v<long double> *
                                  static_cast<long double>(m) / static_cast<long double>(n);
        roots.emplace_back(std::cos(angle), std::sin(angle));
    }
    return roots;
}

std::vector<Wide> direct_dft(const std::vector<std::int64_t>& lengths, const std::vector<Wide>& x,
                             int sign)
{
    std::vector<std::int64_t> sizes{lengths};
    sizes.insert(sizes.begin(), 3 - sizes.size(), 1);
    const auto roots0 = roots_of_unity(sizes[0], sign);
    const auto roots1 = roots_of_unity(sizes[1], sign);
    const auto roots2 = roots_of_unity(sizes[2], sign);
    const auto n0 = roots0.size();
    const auto n1 = roots1.size();
    const auto n2 = roots2.size();
    std::vector<Wide> spectrum(x.size());
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        for (std::size_t n = 0; n < x.size(); ++n) {
            spectrum[k] += x[n] * roots0[k / n2 / n1 * (n / n2 / n1) % n0] *
                           roots1[k / n2 % n1 * (n / n2 % n1) % n1] *
                           roots2[k % n2 * (n % n2) % n2];
        }
    }
    return spectrum;
}

}  // namespace tobiuo::test
