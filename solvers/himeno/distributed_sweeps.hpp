// SPDX-License-Identifier: BSD-3-Clause
// Himeno's sweeps on several ranks, each of which has neighbouring planes of i.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <tobiuo/communicator.hpp>

#include "kernels/stencil/pass_plan.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::himeno {

/// How the planes of a problem are divided.
struct Slabs {
    /// The i-planes that this rank computes; those of all ranks cover the interior.
    ranks::Slice own;
    /// The problem of this rank: own planes with ghost planes on both sides. Nothing if it has no
    /// own planes, because there are more ranks than planes.
    std::optional<stencil::SweepRequest> request;
    /// Sweeps in a pass: those of the kernel, or 1 if a rank has fewer planes.
    int sweeps_per_pass = 1;

    /// The plane of the whole problem that is plane 0 of the request.
    [[nodiscard]] std::int64_t offset() const { return own.first - request->ghosts.before; }

    /// The planes of p that this rank has to give: its own, and the boundary on the first and on
    /// the last rank with planes. Those of all ranks cover the problem of `ni` planes once.
    [[nodiscard]] ranks::Slice readable(std::int64_t ni) const;
};

/// Divides the interior of `whole` evenly over ranks. `kind` makes its passes in parts
/// (SweepKind::make_passes).
[[nodiscard]] Slabs slabs_of(const stencil::SweepRequest& whole, const stencil::SweepKind& kind,
                             int rank, int size);

/// Whether the planes that other ranks need are computed first, so that they travel while the
/// others are computed.
enum class EdgesFirst {
    automatic,  ///< if messages are slow: Exchange::pays_to_hide()
    never,
    always
};

/// The plan of this rank of a problem on several. Its functions are collective, except
/// read_pressure() and describe(): all ranks call them with the same arguments.
///
/// Result    p has the bits of a plan on one rank. gosa is added rank by rank: it has the same bits
///           in every run with as many ranks, on all of them.
/// Overlap   see EdgesFirst. With edges first a pass of n sweeps computes 3 (n - 1) planes of a sweep
///           twice for each neighbour, with all coefficients; copies between devices of one machine
///           take less than that.
/// Traffic   a pass sends as many planes to each neighbour as the kernel makes sweeps in a pass.
class DistributedSweeps final : public stencil::SweepPlan {
public:
    /// Throws DeviceError, or what the kernel throws.
    DistributedSweeps(const stencil::SweepRequest& whole, const stencil::SweepKind& kind,
                      const Communicator& ranks,
                      ranks::Transport transport = ranks::Transport::automatic,
                      EdgesFirst edges_first = EdgesFirst::automatic);

    /// `source` gives the planes of the whole problem.
    void load(const stencil::ArraySource& source) override;
    void sweep_and_wait(std::span<double> gosa) override;

    /// Exchanges as many bytes as so many passes do and waits, without their work: what a
    /// measurement needs to know what the messages cost. The sweeps go on as if it had not been.
    void exchange_alone_and_wait(std::int64_t passes);

    /// What the exchanges of this rank have taken since the last call. Not collective.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait()
    {
        return exchange_->take_use_and_wait();
    }

    /// The sweeps in a pass.
    [[nodiscard]] int sweeps_per_pass() const { return slabs_.sweeps_per_pass; }

    /// Reads planes of the whole problem: those of Slabs::readable(), and ghost planes. Not
    /// collective.
    void read_pressure(std::int64_t first, std::int64_t count, std::span<float> out) const override;
    void read_pressure(std::int64_t first, std::int64_t count,
                       std::span<double> out) const override;

    /// Describes the kernel of this rank and the transport of planes.
    [[nodiscard]] std::string describe() const override;

private:
    void make_pass(int sweeps);
    /// The parts of a pass, and the messages that it makes.
    struct Messages;
    [[nodiscard]] Messages messages() const;

    const Communicator& ranks_;
    stencil::Shape shape_;
    Slabs slabs_;
    std::unique_ptr<stencil::PassPlan> plan_;  ///< null on a rank without planes
    std::unique_ptr<ranks::Exchange> exchange_;
    bool edges_first_;
};

}  // namespace tobiuo::himeno
