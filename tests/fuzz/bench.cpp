// SPDX-License-Identifier: BSD-3-Clause
// The target bench.
#include <string>

#include "app/output/html/report_page.hpp"
#include "tests/fuzz/any_page.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

int bench(Bytes bytes)
{
    return make_any_page([&] { return bench_page(std::string{text_of(bytes)}, "fft.json"); });
}

}  // namespace tobiuo::fuzz
