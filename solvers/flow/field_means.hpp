// SPDX-License-Identifier: BSD-3-Clause
// Means over time of the fields of a flow, which are added up where the fields are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/mean_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/flow/state_observer.hpp"

namespace tobiuo::flow {

/// The means of the cells of a rank, [value][z][y][x] in doubles, see MeansOfCell.
///
/// Ranks     each has those of its slab; add() is collective.
/// Bits      the same for any number of threads and ranks, and on every machine, as far as the
///           states are.
template <typename T>
class FieldMeans {
public:
    /// Bytes for so many cells.
    [[nodiscard]] static std::int64_t bytes(const MeanForm& form, std::int64_t cells)
    {
        return form.values() * cells * static_cast<std::int64_t>(sizeof(double));
    }

    /// Zeros; the machine has items and outlives the means.
    FieldMeans(const MeanForm& form, std::int64_t cells, const runtime::Machine& machine)
        : machine_{machine},
          form_{form},
          cells_{cells},
          means_{machine.zeros_and_wait(static_cast<std::size_t>(bytes(form, cells)))},
          add_{machine}
    {
    }

    [[nodiscard]] const MeanForm& form() const { return form_; }
    /// How many values each cell has, and how many all have.
    [[nodiscard]] std::int64_t cells() const { return cells_; }
    [[nodiscard]] std::int64_t values() const { return form_.values() * cells_; }

    /// Adds the state that the observer looks at, so that there are so many samples. State and
    /// pressure are in the machine's memory.
    void add(StateObserver<T>& observer, std::int64_t samples, const T* state, const T* pressure,
             Stream stream)
    {
        MeansOfCell<T> item{.state = observer.join(state, pressure, stream), .form = form_};
        int quantity = 0;
        if (form_.pressure) {
            item.centred[quantity++] = item.state.pressure.own;
        }
        if (form_.scalars > 0) {
            item.centred[quantity++] = item.state.scalar.own;
        }
        item.samples = static_cast<double>(samples);
        item.means = means_.template as<double>();
        add_(item, cells_, stream);
        machine_.wait(stream);
        observer.check_arrival();
    }

    /// Copy values to the host, from number `first` on, and from there to all of them.
    void read_and_wait(std::int64_t first, std::span<double> to, Stream stream) const
    {
        machine_.read_and_wait(std::as_writable_bytes(to), means_.template as<double>() + first,
                               stream);
    }
    void write_and_wait(std::span<const double> from, Stream stream)
    {
        machine_.write_and_wait(means_.data(), std::as_bytes(from), stream);
    }

private:
    const runtime::Machine& machine_;
    MeanForm form_;
    std::int64_t cells_;
    runtime::Array means_;
    runtime::ForEach<MeansOfCell<T>> add_;
};

}  // namespace tobiuo::flow
