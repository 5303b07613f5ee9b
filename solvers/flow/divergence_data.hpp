// SPDX-License-Identifier: BSD-3-Clause
// The arguments of divergences, kept in device memory for the first pass of the projection.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <utility>

#include <tobiuo/stream.hpp>

#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/flow_box.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::flow {

template <typename T>
class DivergenceData {
public:
    using Arguments = DivergenceArguments<T>;
    /// Enqueues a copy to an array of the machine; what is copied stays where it is.
    using Copy = std::function<void(const Arguments& from, Arguments* to, Stream)>;

    DivergenceData(std::unique_ptr<const runtime::Machine> machine, Copy copy)
        : machine_{std::move(machine)}, copy_{std::move(copy)}
    {
    }

    /// Where the arguments are. Steps take turns with few of them.
    [[nodiscard]] const void* of(const Box<T>& box, const T* const (&velocity)[3], Stream stream)
    {
        const auto kept = std::ranges::find_if(kept_, [&](const Kept& one) {
            return std::ranges::equal(one.arguments.velocity, velocity) &&
                   has_same_planes(one.arguments.box, box);
        });
        if (kept != kept_.end()) {
            return kept->array.data();
        }
        if (spare_.empty()) {
            spare_.emplace_back().array = machine_->allocate(sizeof(Arguments));
        }
        kept_.splice(kept_.end(), spare_, spare_.begin());
        Kept& added = kept_.back();
        added.arguments = {.box = box, .velocity = {velocity[0], velocity[1], velocity[2]}};
        copy_(added.arguments, added.array.template as<Arguments>(), stream);
        return added.array.data();
    }

    /// For other numbers beyond faces: later arguments take the place of those so far. Nothing is freed,
    /// and a copy comes after the work on its stream, so that what is enqueued finds its own.
    void renew() { spare_.splice(spare_.end(), kept_); }

    [[nodiscard]] std::size_t arrays() const { return kept_.size() + spare_.size(); }

private:
    struct Kept {
        Arguments arguments;
        runtime::Array array;
    };

    /// Whether boxes of one flow have the same velocities beyond their lower faces.
    static bool has_same_planes(const Box<T>& a, const Box<T>& b)
    {
        bool same = true;
        for (int axis = 0; axis < 3; ++axis) {
            const Beyond<T>& one = a.faces[2 * axis].velocity[axis];
            const Beyond<T>& other = b.faces[2 * axis].velocity[axis];
            same = same && one.values == other.values && one.value == other.value;
        }
        return same;
    }

    std::unique_ptr<const runtime::Machine> machine_;
    Copy copy_;
    std::list<Kept> kept_;
    std::list<Kept> spare_;
};

}  // namespace tobiuo::flow
