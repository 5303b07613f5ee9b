// SPDX-License-Identifier: BSD-3-Clause
// The threads of a block whose pass loads or stores the arrays of several ranks.
//
// struct Config gives `exchange`, a PassExchange.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/rank_array.hpp"

namespace tobiuo::fft {

/// Addresses on the side that is exchanged count from null, so that they tell the place in the
/// array.
template <PassForm pass, typename T, int threads>
struct ExchangingBlock : DeviceBlock<pass.block, T, threads> {
    using Base = DeviceBlock<pass.block, T, threads>;

    RankLine<Config::exchange, sizeof(Complex<T>)> line;  ///< of this thread

    template <Access access, typename Value>
    Value load(const Value* from) const
    {
        return Base::template load<access>(Config::exchange.loads ? there(from) : from);
    }
    template <Access access, typename Value>
    void store(Value* to, Value value) const
    {
        Base::template store<access>(Config::exchange.loads ? to : there(to), value);
    }

private:
    template <typename Value>
    Value* there(Value* from_null) const
    {
        return reinterpret_cast<Value*>(line.at(reinterpret_cast<long long>(from_null)));
    }
};

/// Runs the block whose first line of the whole pass has this number. `plain` is the side that is
/// not exchanged, `exchanged` the distance of the other one from null.
template <PassForm pass, typename T, int threads>
__forceinline__ void run_exchanging(long long number, long long first_line, void* plain,
                                    void* exchanged, const PassTables<T>& tables,
                                    Complex<T>* shared, const RankAddresses& addresses)
{
    constexpr bool loads = Config::exchange.loads;
    Complex<T> point[pass.elements_per_thread()];
    const long long line = first_line + exchanged_line<pass, T, loads>(threadIdx.x);
    const ExchangingBlock<pass, T, threads> block{{point}, {addresses, line}};
    run_pass<pass>(block, number, loads ? exchanged : plain, loads ? plain : exchanged, tables,
                   shared);
}

}  // namespace tobiuo::fft
