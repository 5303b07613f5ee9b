// SPDX-License-Identifier: BSD-3-Clause
// A pass with an exchange on the host: the twin of kernels/fft/kernel/exchanging_pass.cuh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/rank_array.hpp"

namespace tobiuo::fft {

/// The threads of such a block; see ExchangingBlock.
template <PassForm pass, typename T, PassExchange exchange>
class ExchangingHostBlock : public HostBlock<pass.block, T, pass.elements_per_thread()> {
public:
    explicit ExchangingHostBlock(const RankAddresses& addresses) : addresses_{addresses} {}

    /// The threads work on the lines behind this one from now on.
    void begin_at(long long first_line) { first_line_ = first_line; }

    template <typename Body>
    void phase(const Body& body) const
    {
        HostBlock<pass.block, T, pass.elements_per_thread()>::phase(
            [&](unsigned thread, Complex<T>* point) {
                line_ = {addresses_, first_line_ + exchanged_line<pass, T, exchange.loads>(thread)};
                body(thread, point);
            });
    }

    template <Access access, typename Value>
    Value load(const Value* from) const
    {
        return exchange.loads ? *there(from) : *from;
    }
    template <Access access, typename Value>
    void store(Value* to, Value value) const
    {
        *(exchange.loads ? to : there(to)) = value;
    }

private:
    template <typename Value>
    Value* there(Value* from_null) const
    {
        const auto from = static_cast<long long>(reinterpret_cast<std::intptr_t>(from_null));
        return reinterpret_cast<Value*>(line_.at(from));
    }

    const RankAddresses& addresses_;
    long long first_line_ = 0;
    mutable RankLine<exchange, sizeof(Complex<T>)> line_{addresses_, 0};
};

/// Runs all blocks of a pass, in order. `plain` is the side that is not exchanged; `tables` points
/// to host memory.
template <PassForm pass, PassExchange exchange, typename T>
void run_exchanging_pass_on_host(void* plain, const RankAddresses& addresses,
                                 const PassTables<T>& tables)
{
    ExchangingHostBlock<pass, T, exchange> block{addresses};
    std::vector<Complex<T>> shared(static_cast<std::size_t>(pass.shared_elements()));
    for (long long number = 0; number < pass.blocks(); ++number) {
        block.begin_at(number * pass.block.transforms_per_block);
        run_pass<pass>(block, number, exchange.loads ? nullptr : plain,
                       exchange.loads ? plain : nullptr, tables, shared.data());
    }
}

}  // namespace tobiuo::fft
