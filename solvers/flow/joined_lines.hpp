// SPDX-License-Identifier: BSD-3-Clause
// Implicit diffusion along z on several ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/stream.hpp>

#include "kernels/flow/implicit_slabs.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/implicit_tables.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Solves the systems of implicit diffusion on one of several ranks. Each eliminates the rows of its
/// slab, tells the ranks that its ends reach two values a line, and substitutes with what enters at
/// both ends, see JoinLine. Which ranks these are depends on the length of a step, so systems are
/// eliminated on the host. Calls are collective; the work goes onto the stream.
template <typename T>
class JoinedLines {
public:
    /// The problem has implicit diffusion along z. `machine` has an exchange.
    JoinedLines(const Problem& problem, const Placement& placement, const ImplicitTables<T>& tables,
                FlowMachine<T>& machine);

    /// Makes the systems for steps of this length, if they are not.
    void eliminate(double time_step, FlowMachine<T>& machine, Stream stream);
    /// Where eliminate() leaves the tables on the machine.
    [[nodiscard]] const T* tables() const { return on_machine_; }
    /// Solves a stage of whole lines, the systems being those of stage `number`.
    void solve(ImplicitStage<T> stage, int number, const FlowMachine<T>& machine,
               Stream stream) const;
    /// The messages of a stage alone.
    void exchange_alone(const FlowMachine<T>& machine, Stream stream) const
    {
        tell(most_quantities_, machine, stream);
    }

private:
    using Passage = SlabPassage<T>;

    /// What slab `slab` passes on by the tables of the host. Of the own slab the tables get what y
    /// before it adds to each y.
    [[nodiscard]] Passage passage(int number, std::size_t slab);
    /// Finds how far ends reach, and provides for what comes from there.
    void find_reach(FlowMachine<T>& machine);
    /// Whether what passes `count` slabs, in either direction, is lost in rounding wherever they are.
    [[nodiscard]] bool is_lost_behind(long long count) const;
    void provide(FlowMachine<T>& machine);
    void tell(int quantities_of_stage, const FlowMachine<T>& machine, Stream stream) const;
    [[nodiscard]] std::size_t values_of_end(int quantities_of_stage) const
    {
        return static_cast<std::size_t>(quantities_of_stage) * plane_points_;
    }

    ImplicitTables<T> system_tables_;
    std::size_t plane_points_;
    int most_quantities_;
    std::vector<poisson::Planes> planes_;  ///< of each rank
    std::vector<T> on_host_;               ///< tables
    T* on_machine_;
    std::vector<Passage> passages_;  ///< [system][slab]
    Passage* passages_on_machine_;
    ImplicitSlabs<T> slabs_;  ///< without passages
    long long provided_ = 0;  ///< the reach for which `ends_` is large enough
    T* ends_ = nullptr;       ///< of the own slab, as JoinLine has them
    runtime::ForEach<JoinLine<T>> join_;
};

extern template class JoinedLines<float>;
extern template class JoinedLines<double>;

}  // namespace tobiuo::flow
