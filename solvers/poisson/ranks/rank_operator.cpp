// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/rank_operator.hpp"

#include <iterator>
#include <stdexcept>
#include <string>

#include "solvers/poisson/ranks/made_together.hpp"

namespace tobiuo::poisson {

template <typename T>
RankOperator<T>::RankOperator(const Problem& problem, const Communicator& ranks, int threads)
    : machine_{runtime::make_host_machine(threads)},
      transposition_{problem, ranks, *machine_, 0, false},
      passes_{made_together(ranks,
                            [&] {
                                RankPart part = transposition_.part();
                                part.applies = true;
                                return resident_passes<T>(
                                    problem, part, *machine_,
                                    host_rank_threads(problem, ranks.size(), threads));
                            })},
      exchange_{ranks::make_exchange(machine_->backend(), ranks)}
{
}

template <typename T>
void RankOperator<T>::apply(std::span<const T> u, std::span<T> out) const
{
    const std::int64_t wanted = transposition_.own_values();
    if (std::ssize(u) != wanted || std::ssize(out) != wanted) {
        throw std::invalid_argument{"the arrays have " + std::to_string(u.size()) + " and " +
                                    std::to_string(out.size()) +
                                    " values where the planes of this rank have " +
                                    std::to_string(wanted) + " unknowns: make them fit"};
    }
    transposition_.run(
        passes_, u.data(), out.data(),
        [&](T* columns) {
            passes_.solve(columns, nullptr);
            return Messages{};
        },
        *exchange_, nullptr);
}

template <typename T>
std::size_t RankOperator<T>::workspace_bytes() const
{
    return transposition_.bytes() + passes_.bytes;
}

template class RankOperator<float>;
template class RankOperator<double>;

}  // namespace tobiuo::poisson
