// SPDX-License-Identifier: BSD-3-Clause
// The threads of a block whose step calls functions where it loads, between its transforms, or
// where it stores: one code for device and host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/array_index.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// Which accesses of a step to memory go through a function.
struct FunctionPlaces {
    bool loads = false;
    bool takes_value = true;   ///< the function at load gets what is in memory
    bool loads_reals = false;  ///< the array that is loaded has real elements
    bool stores = false;
    bool stores_reals = false;

    [[nodiscard]] constexpr bool operator==(const FunctionPlaces&) const = default;
    /// The accesses of the first or the last one of several passes.
    [[nodiscard]] constexpr FunctionPlaces at_load() const
    {
        return {.loads = loads, .takes_value = takes_value, .loads_reals = loads_reals};
    }
    [[nodiscard]] constexpr FunctionPlaces at_store() const
    {
        return {.stores = stores, .stores_reals = stores_reals};
    }
};

/// The result of `function`, which takes (value, index), for the element at a place.
template <ArrayShape shape, bool reals, typename Value, typename Function>
constexpr Value with_index(Value value, long long place, const Function& function)
{
    return function(value, index_at<shape>(place));
}

/// The same; of an array of reals the value is the pair of elements at the place and the next one,
/// which are in one row.
template <ArrayShape shape, bool reals, typename T, typename Function>
constexpr Complex<T> with_index(Complex<T> value, long long place, const Function& function)
{
    ElementIndex index = index_at<shape>(place);
    if constexpr (reals) {
        const T first = function(value.x, index);
        ++index.x;
        return {first, function(value.y, index)};
    } else {
        return function(value, index);
    }
}

/// `Base` with functions. `Functions` gives load(value, place), store(value, place) and
/// apply(value, index). A place counts the elements of the array before it; of an array of reals
/// the value may be a pair of them, as the parts of a complex value.
template <typename Base, typename T, typename Functions, FunctionPlaces places>
struct FunctionBlock : Base {
    Functions functions;
    const void* in;   ///< the begin of the array whose addresses are loaded
    const void* out;  ///< that of the array whose addresses are stored

    template <Access access, typename Value>
    Value load(const Value* from) const
    {
        if constexpr (!places.loads) {
            return Base::template load<access>(from);
        } else if constexpr (places.takes_value) {
            return functions.load(Base::template load<access>(from),
                                  place<places.loads_reals>(from, in));
        } else {
            return functions.load(Value{}, place<places.loads_reals>(from, in));
        }
    }
    template <Access access, typename Value>
    void store(Value* to, Value value) const
    {
        if constexpr (places.stores) {
            value = functions.store(value, place<places.stores_reals>(to, out));
        }
        Base::template store<access>(to, value);
    }
    Complex<T> apply(Complex<T> value, const ElementIndex& index) const
    {
        return functions.apply(value, index);
    }

private:
    template <bool reals>
    static long long place(const void* at, const void* begin)
    {
        constexpr int bytes = static_cast<int>(reals ? sizeof(T) : sizeof(Complex<T>));
        return (reinterpret_cast<long long>(at) - reinterpret_cast<long long>(begin)) / bytes;
    }
};

}  // namespace tobiuo::fft
