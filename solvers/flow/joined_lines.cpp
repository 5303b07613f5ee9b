// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/joined_lines.hpp"

#include <algorithm>
#include <limits>

#include <tobiuo/flow/solver.hpp>

#include "kernels/flow/elimination/host_elimination.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

template <typename T>
JoinedLines<T>::JoinedLines(const Problem& problem, const Placement& placement,
                            const ImplicitTables<T>& tables, FlowMachine<T>& machine)
    : system_tables_{tables},
      plane_points_{static_cast<std::size_t>(plane_points(problem))},
      most_quantities_{problem.scalar ? quantities : 3},
      on_host_{tables.no_tables()},
      on_machine_{machine.upload(on_host_)},
      join_{machine.memory()}
{
    const int size = placement.ranks->size();
    for (int rank = 0; rank < size; ++rank) {
        planes_.push_back(planes_of_rank(problem, rank, size));
    }
    passages_.resize(line_systems * planes_.size());
    constexpr std::size_t numbers = sizeof(Passage) / sizeof(T);
    passages_on_machine_ =
        static_cast<Passage*>(static_cast<void*>(machine.allocate(numbers * passages_.size())));
    slabs_ = {.slabs = size,
              .mine = placement.ranks->rank(),
              .reach = 1,
              .is_endless = problem.faces[2].lower.kind == FaceKind::periodic};
    provide(machine);
}

template <typename T>
void JoinedLines<T>::eliminate(double time_step, FlowMachine<T>& machine, Stream stream)
{
    const Elimination<T> all =
        system_tables_.elimination(time_step, system_tables_.exchanges().data(), on_host_.data());
    if (*all.made_for == all.time_step) {
        return;
    }
    eliminate_on_host(all);
    for (int number = 0; number < line_systems; ++number) {
        for (std::size_t slab = 0; slab < planes_.size(); ++slab) {
            passages_.at(static_cast<std::size_t>(number) * planes_.size() + slab) =
                passage(number, slab);
        }
    }
    find_reach(machine);
    machine.copy(on_machine_, on_host_.data(), on_host_.size(), stream);
    machine.memory().copy(passages_on_machine_, passages_.data(),
                          passages_.size() * sizeof(Passage), stream);
}

template <typename T>
typename JoinedLines<T>::Passage JoinedLines<T>::passage(int number, std::size_t slab)
{
    constexpr double small = 1e-30;  // what is less is lost in any rounding
    const auto kind = static_cast<LineKind>(number % line_kinds);
    const LineSystem<T> system = system_tables_.system(number / line_kinds, kind, on_host_.data());
    const bool is_own = static_cast<long long>(slab) == slabs_.mine;
    const std::int64_t first =
        planes_.at(slab).first - planes_.at(static_cast<std::size_t>(slabs_.mine)).first;
    double risen = 1.0;
    double turned = 0.0;
    double fallen = 1.0;
    double lost = 0.0;
    for (std::int64_t k = first; k < first + planes_.at(slab).count; ++k) {
        risen *= double{system.share[k]} * double{system.lower[k]};
        turned += fallen * risen;
        const double loss{system.loss[k]};
        fallen -= loss * fallen;
        lost += loss - loss * lost;
        risen = risen < small ? 0.0 : risen;
        fallen = fallen < small ? 0.0 : fallen;
        if (is_own) {
            on_host_.at(static_cast<std::size_t>(system.closing + k - on_host_.data())) =
                static_cast<T>(risen);
        }
    }
    return {.risen = static_cast<T>(risen),
            .turned = static_cast<T>(turned),
            .fallen = static_cast<T>(fallen),
            .lost = static_cast<T>(lost)};
}

template <typename T>
bool JoinedLines<T>::is_lost_behind(long long count) const
{
    constexpr double lost = std::numeric_limits<T>::epsilon() / 4.0;
    const long long begins = slabs_.slabs - (slabs_.is_endless ? 0 : count - 1);
    for (int number = 0; number < line_systems; ++number) {
        const Passage* const of_system = passages_.data() + number * slabs_.slabs;
        for (long long begin = 0; begin < begins; ++begin) {
            double risen = 1.0;
            double fallen = 1.0;
            for (long long slab = begin; slab < begin + count; ++slab) {
                risen *= double{of_system[slab % slabs_.slabs].risen};
                fallen *= double{of_system[slab % slabs_.slabs].fallen};
            }
            if (std::max(risen, fallen) > lost) {
                return false;
            }
        }
    }
    return true;
}

template <typename T>
void JoinedLines<T>::find_reach(FlowMachine<T>& machine)
{
    slabs_.reach = 1;
    while (slabs_.reach + 1 < slabs_.slabs && !is_lost_behind(slabs_.reach)) {
        ++slabs_.reach;
    }
    provide(machine);
}

template <typename T>
void JoinedLines<T>::provide(FlowMachine<T>& machine)
{
    slabs_.goes_round = slabs_.is_endless && 2 * slabs_.reach >= slabs_.slabs;
    if (slabs_.goes_round) {
        slabs_.reach = slabs_.slabs / 2;
    }
    if (slabs_.reach > provided_) {
        provided_ = slabs_.reach;
        const std::size_t step = 2 * values_of_end(most_quantities_);
        const auto on_either_side = static_cast<std::size_t>(provided_);
        ends_ = machine.allocate_shared((2 * on_either_side + 1) * step) + on_either_side * step;
    }
}

/// A rank tells those above it what its last rows leave, those below it that of both ends.
template <typename T>
void JoinedLines<T>::tell(int quantities_of_stage, const FlowMachine<T>& machine,
                          Stream stream) const
{
    const auto half = static_cast<long long>(values_of_end(quantities_of_stage));
    const auto bytes = static_cast<std::size_t>(half) * sizeof(T);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (long long offset = -slabs_.reach; offset <= slabs_.reach; ++offset) {
        const bool comes_twice = slabs_.goes_round && 2 * offset == -slabs_.slabs;
        if (offset == 0 || !slabs_.has(offset) || comes_twice) {
            continue;
        }
        const auto rank = static_cast<int>(slabs_.slab(offset));
        T* const theirs = ends_ + offset * 2 * half;
        const bool gives_both = offset < 0 || slabs_.goes_round;
        const bool gets_both = offset > 0 || slabs_.goes_round;
        sends.push_back({.to = rank,
                         .data = gives_both ? ends_ : ends_ + half,
                         .bytes = gives_both ? 2 * bytes : bytes});
        receives.push_back({.from = rank,
                            .data = gets_both ? theirs : theirs + half,
                            .bytes = gets_both ? 2 * bytes : bytes});
    }
    machine.exchange()->exchange(sends, receives, stream);
}

template <typename T>
void JoinedLines<T>::solve(ImplicitStage<T> stage, int number, const FlowMachine<T>& machine,
                           Stream stream) const
{
    const int count = stage.quantities_of_stage();
    const auto half = static_cast<long long>(values_of_end(count));
    stage.ends[0] = ends_;
    stage.ends[1] = ends_ + half;
    stage.sweep = Sweep::rise;
    machine.kernels().solve_implicit(stage, stream);
    tell(count, machine, stream);
    JoinLine<T> join{.slabs = slabs_,
                     .lines = static_cast<long long>(plane_points_),
                     .ends = ends_,
                     .step = 2 * half,
                     .quantities_of_stage = count};
    for (int kind = 0; kind < line_kinds; ++kind) {
        join.slabs.passages[kind] =
            passages_on_machine_ + (number * line_kinds + kind) * slabs_.slabs;
    }
    join_(join, half, stream);
    stage.sweep = Sweep::fall;
    machine.kernels().solve_implicit(stage, stream);
}

template class JoinedLines<float>;
template class JoinedLines<double>;

}  // namespace tobiuo::flow
