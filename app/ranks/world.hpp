// SPDX-License-Identifier: BSD-3-Clause
// The ranks of this run: the processes that mpirun or srun has started, or this one alone.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>

#include "app/errors.hpp"
#include "app/ranks/mpi_module.hpp"

namespace tobiuo {

/// The number of ranks among which an MPI launcher has started this process, from its environment;
/// 1 without a launcher, 0 if it does not tell.
[[nodiscard]] int launched_ranks();

/// The error of one or more ranks, which all ranks throw, so that all end with the same code. Only
/// on rank 0 it has a text.
class RanksError : public std::exception {
public:
    RanksError(ExitCode code, std::string text) : code_{code}, text_{std::move(text)} {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
    [[nodiscard]] ExitCode code() const { return code_; }

private:
    ExitCode code_;
    std::string text_;
};

/// All ranks. Rank 0 speaks to the user: the others print and log nothing but errors that end them
/// while the others go on.
class World {
public:
    /// Joins the ranks of the launcher, if there are several. Collective. Throws InputError if the
    /// MPI module or library cannot be loaded.
    World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World();

    [[nodiscard]] const Communicator& ranks() const { return *ranks_; }
    [[nodiscard]] int rank() const { return ranks_->rank(); }
    [[nodiscard]] int size() const { return ranks_->size(); }
    [[nodiscard]] bool is_first() const { return rank() == 0; }
    [[nodiscard]] bool is_alone() const { return size() == 1; }

    /// The number of this rank among those on its machine, and how many these are.
    [[nodiscard]] int rank_on_machine() const { return rank_on_machine_; }
    [[nodiscard]] int ranks_on_machine() const { return ranks_on_machine_; }

    /// "Open MPI v4.1.4 on 2 machines"; empty if alone.
    [[nodiscard]] std::string describe() const;

    /// The value of rank 0. Collective.
    [[nodiscard]] double from_first(double value) const;
    [[nodiscard]] std::string from_first(const std::string& text) const;
    /// Whether a rank says so. Collective.
    [[nodiscard]] bool any(bool one) const;

    /// Throws InputError unless all ranks give the same text; `what` names it: "version".
    /// Collective.
    void require_same(const std::string& what, const std::string& text) const;

    /// Calls act() on all ranks. If it throws on any, all throw: alone the same exception, else
    /// RanksError; a RanksError of act(), which all have, passes. Collective: of what waits for
    /// other ranks act() may only call together(), for they may have thrown before.
    void together(const std::function<void()>& act) const;

    /// Calls act(), which need not throw on all ranks: what it throws is printed with the number of
    /// this rank, and ends the processes of all ranks. Alone it is rethrown.
    [[nodiscard]] ExitCode or_end_all(const std::function<ExitCode()>& act) const;

private:
    void find_machine();
    void share_processors() const;

    struct Module;
    std::unique_ptr<Module> module_;
    std::unique_ptr<Communicator> alone_;
    const Communicator* ranks_ = nullptr;
    int rank_on_machine_ = 0;
    int ranks_on_machine_ = 1;
    int machines_ = 1;
};

}  // namespace tobiuo
