// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/himeno/distributed_sweeps.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "runtime/ranks/messages.hpp"

namespace tobiuo::himeno {
namespace {

using stencil::PlaneRange;

/// The planes of a whole problem, counted from one rank's first one.
class ShiftedSource final : public stencil::ArraySource {
public:
    ShiftedSource(const stencil::ArraySource& whole, std::int64_t offset)
        : whole_{whole}, offset_{offset}
    {
    }

    void planes(stencil::Array array, std::int64_t first, std::int64_t count,
                std::span<float> out) const override
    {
        whole_.planes(array, offset_ + first, count, out);
    }
    void planes(stencil::Array array, std::int64_t first, std::int64_t count,
                std::span<double> out) const override
    {
        whole_.planes(array, offset_ + first, count, out);
    }

private:
    const stencil::ArraySource& whole_;
    std::int64_t offset_;
};

}  // namespace

Slabs slabs_of(const stencil::SweepRequest& whole, const stencil::SweepKind& kind, int rank,
               int size)
{
    const auto slices = ranks::slices_of(whole.shape.interior_planes().count(), size);
    std::int64_t fewest = slices.front().count;
    for (const ranks::Slice& slice : slices) {
        fewest = slice.count > 0 ? std::min(fewest, slice.count) : fewest;
    }
    Slabs slabs;
    slabs.own = slices.at(static_cast<std::size_t>(rank));
    slabs.own.first += 1;  // behind the boundary
    slabs.sweeps_per_pass = fewest < kind.sweeps_per_pass ? 1 : kind.sweeps_per_pass;
    if (slabs.own.count > 0) {
        const bool is_first = slabs.own.first == 1;
        const bool is_last = slabs.own.end() == whole.shape.ni - 1;
        slabs.request = whole;
        slabs.request->ghosts = {.before = is_first ? 1 : slabs.sweeps_per_pass,
                                 .after = is_last ? 1 : slabs.sweeps_per_pass};
        slabs.request->shape.ni =
            slabs.own.count + slabs.request->ghosts.before + slabs.request->ghosts.after;
    }
    return slabs;
}

ranks::Slice Slabs::readable(std::int64_t ni) const
{
    if (own.count == 0) {
        return {.first = ni, .count = 0};
    }
    const std::int64_t first = own.first == 1 ? 0 : own.first;
    const std::int64_t end = own.end() == ni - 1 ? ni : own.end();
    return {.first = first, .count = end - first};
}

struct DistributedSweeps::Messages {
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    std::vector<PlaneRange> edges;  ///< the planes that are sent
    PlaneRange inside;              ///< the own planes between them
};

DistributedSweeps::DistributedSweeps(const stencil::SweepRequest& whole,
                                     const stencil::SweepKind& kind, const Communicator& ranks,
                                     ranks::Transport transport, EdgesFirst edges_first)
    : ranks_{ranks},
      shape_{whole.shape},
      slabs_{slabs_of(whole, kind, ranks.rank(), ranks.size())},
      plan_{slabs_.request ? kind.make_passes(*slabs_.request) : nullptr},
      exchange_{ranks::make_exchange(kind.backend, ranks, transport)},
      edges_first_{edges_first == EdgesFirst::automatic ? exchange_->pays_to_hide()
                                                        : edges_first == EdgesFirst::always}
{
}

void DistributedSweeps::load(const stencil::ArraySource& source)
{
    if (plan_) {
        plan_->load(ShiftedSource{source, slabs_.offset()});
    }
}

void DistributedSweeps::sweep_and_wait(std::span<double> gosa)
{
    while (!gosa.empty()) {
        const std::size_t count = std::min<std::size_t>(
            gosa.size(), static_cast<std::size_t>(stencil::PassPlan::most_sweeps_in_flight));
        const std::span<double> batch = gosa.first(count);
        std::ranges::fill(batch, 0.0);
        if (plan_) {
            for (std::size_t done = 0; done < count;) {
                const auto per_pass = static_cast<std::size_t>(slabs_.sweeps_per_pass);
                const int sweeps = count - done < per_pass ? 1 : slabs_.sweeps_per_pass;
                make_pass(sweeps);
                done += static_cast<std::size_t>(sweeps);
            }
            plan_->collect_and_wait(batch);
            exchange_->check_arrival();
        }
        ranks::sum_over_ranks(ranks_, batch);
        gosa = gosa.subspan(count);
    }
}

DistributedSweeps::Messages DistributedSweeps::messages() const
{
    // As many as the longest pass needs, because one may follow.
    const std::int64_t planes = slabs_.sweeps_per_pass;
    const PlaneRange own = slabs_.request->own_planes();
    const bool has_before = slabs_.own.first > 1;
    const bool has_after = slabs_.own.end() < shape_.ni - 1;
    Messages messages;
    messages.inside = own;
    const auto connect = [&](int other, PlaneRange edge, PlaneRange ghosts) {
        const auto mine = plan_->next_planes(edge);
        const auto theirs = plan_->next_planes(ghosts);
        messages.sends.push_back({.to = other, .data = mine.data(), .bytes = mine.size()});
        messages.receives.push_back({.from = other, .data = theirs.data(), .bytes = theirs.size()});
    };
    if (has_before) {
        const PlaneRange edge{.first = own.first, .end = own.first + planes};
        connect(ranks_.rank() - 1, edge, {.first = own.first - planes, .end = own.first});
        messages.inside.first = edge.end;
        messages.edges.push_back(edge);
    }
    if (has_after) {
        const PlaneRange edge{.first = own.end - planes, .end = own.end};
        connect(ranks_.rank() + 1, edge, {.first = own.end, .end = own.end + planes});
        messages.inside.end = edge.first;
        messages.edges.push_back(edge);
    }
    const bool both_need_the_same = messages.inside.count() <= 0;
    if (both_need_the_same || !edges_first_) {
        messages.edges.assign(1, own);
        messages.inside = {};
    }
    return messages;
}

void DistributedSweeps::make_pass(int sweeps)
{
    const Messages all = messages();
    for (const PlaneRange& edge : all.edges) {
        plan_->compute(edge, sweeps);
    }
    if (!all.sends.empty()) {
        exchange_->start(all.sends, all.receives, plan_->stream());
    }
    if (all.inside.count() > 0) {
        plan_->compute(all.inside, sweeps);
    }
    if (!all.sends.empty()) {
        exchange_->finish(plan_->stream());
    }
    plan_->end_pass();
}

void DistributedSweeps::exchange_alone_and_wait(std::int64_t passes)
{
    if (!plan_) {
        return;
    }
    // The next p, whose planes are sent, is computed anew by the pass that follows.
    const Messages all = messages();
    for (std::int64_t pass = 0; pass < passes && !all.sends.empty(); ++pass) {
        exchange_->exchange(all.sends, all.receives, plan_->stream());
    }
    plan_->collect_and_wait({});
}

void DistributedSweeps::read_pressure(std::int64_t first, std::int64_t count,
                                      std::span<float> out) const
{
    if (count > 0) {
        plan_->read_pressure(first - slabs_.offset(), count, out);
    }
}

void DistributedSweeps::read_pressure(std::int64_t first, std::int64_t count,
                                      std::span<double> out) const
{
    if (count > 0) {
        plan_->read_pressure(first - slabs_.offset(), count, out);
    }
}

std::string DistributedSweeps::describe() const
{
    return (plan_ ? plan_->describe() : "no planes") + "; rank " + std::to_string(ranks_.rank()) +
           " of " + std::to_string(ranks_.size()) + ", " + std::to_string(slabs_.own.count) +
           " planes, exchanged by " + exchange_->describe();
}

}  // namespace tobiuo::himeno
