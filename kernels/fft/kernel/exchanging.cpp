// SPDX-License-Identifier: BSD-3-Clause
// How passes that exchange are compiled.
#include <string>
#include <string_view>

#include "kernels/fft/kernel/kernel_source.hpp"

namespace tobiuo::fft {
namespace {

/// The specialisation of a step with its exchange, as an entry of another source.
device::Specialisation with_exchange(device::Specialisation what, const PassExchange& exchange,
                                     std::string_view source, std::string_view kernel)
{
    const auto word = [](bool value) { return value ? "true" : "false"; };
    const RankArray& array = exchange.array;
    const std::string ranks = std::to_string(array.ranks);
    const std::string rank = std::to_string(array.rank);
    const std::string planes = std::to_string(array.planes);
    const std::string rows = std::to_string(array.rows);
    const std::string row = std::to_string(array.row);
    what.source = source;
    what.kernel = kernel;
    what.includes.emplace_back("kernels/fft/pass/rank_array.hpp");
    what.config.push_back(
        "static constexpr tobiuo::fft::PassExchange exchange = {.array = {.ranks "
        "= " +
        ranks + ", .rank = " + rank + ", .planes = " + planes + ", .rows = " + rows + ", .row = " +
        row + ", .to_planes = " + word(array.to_planes) + "}, .loads = " + word(exchange.loads) +
        ", .is_planes = " + word(exchange.is_planes) + "};");
    what.name += "-" + rank + "of" + ranks + "-" + planes + "." + rows + "." + row +
                 (array.to_planes ? "p" : "c") + (exchange.loads ? "l" : "s") +
                 (exchange.is_planes ? "p" : "c");
    return what;
}

}  // namespace

device::Specialisation specialise(const PassForm& form, Precision precision,
                                  const PassExchange& exchange)
{
    return with_exchange(specialise(form, precision), exchange,
                         "kernels/fft/kernel/exchanging_pass.cuh", "fft_exchanging_pass");
}

device::Specialisation specialise(const MergedForm& form, Precision precision,
                                  const PassExchange& exchange)
{
    return with_exchange(specialise(form, precision), exchange,
                         "kernels/fft/kernel/exchanging_merged.cuh", "fft_exchanging_merged");
}

}  // namespace tobiuo::fft
