// SPDX-License-Identifier: BSD-3-Clause
#include "app/ranks/world.hpp"

#include <dlfcn.h>
#include <omp.h>
#include <sched.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/printable.hpp"
#include "app/ranks/launch.hpp"
#include "runtime/device/cuda_library.hpp"
#include "runtime/device/error.hpp"
#include "runtime/ranks/machine_name.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/one_rank.hpp"

namespace tobiuo {
namespace {

constexpr const char* module_name = "libtobiuo_mpi.so";
constexpr bool built_with_mpi = TOBIUO_HAS_MPI;

std::optional<int> number_in(const char* variable)
{
    const char* text = std::getenv(variable);
    if (text == nullptr) {
        return std::nullopt;
    }
    const std::string_view digits{text};
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? std::optional{value}
                                                                        : std::nullopt;
}

InputError no_mpi(const std::string& reason)
{
    return InputError{{.source = "mpirun", .line = 0, .column = 0},
                      "several ranks were started, and this program cannot join them: " + reason};
}

/// The module beside the program, as in a build, or where an installation has it.
std::filesystem::path module_path()
{
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const auto installed = folder.parent_path() / "lib" / "tobiuo";
    for (const auto& path : {folder / module_name, installed / module_name}) {
        if (std::filesystem::exists(path, error)) {
            return path;
        }
    }
    if (built_with_mpi) {
        throw no_mpi("its module " + std::string{module_name} + " is neither in " +
                     folder.string() + " nor in " + installed.string() +
                     " (was the program copied without it?): copy it there, or start the program "
                     "without mpirun");
    }
    throw no_mpi(
        "it was built without MPI (build it where libopenmpi-dev is installed, or start "
        "it without mpirun)");
}

/// The code and the text of an exception.
std::pair<ExitCode, std::string> told(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const RanksError& one) {
        return {one.code(), one.what()};
    } catch (const InputError& one) {
        return {ExitCode::bad_input, one.what()};
    } catch (const OutputError& one) {
        return {ExitCode::output_failed, one.what()};
    } catch (const device::DeviceError& one) {
        return {ExitCode::device_failed, one.what()};
    } catch (const std::bad_alloc&) {
        return {ExitCode::output_failed, "out of host memory: use more machines or fewer cells"};
    } catch (const std::exception& one) {
        return {ExitCode::internal, one.what()};
    }
}

/// The processors that this process may run on, as a text that can be compared.
std::string processors()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::string text;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        for (std::size_t at = 0; at < CPU_SETSIZE; ++at) {
            text += CPU_ISSET(at, &set) ? '1' : '0';
        }
    }
    return text;
}

}  // namespace

int launched_ranks()
{
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"}) {
        if (const auto size = number_in(variable)) {
            return *size;
        }
    }
    if (std::getenv("PMIX_RANK") != nullptr) {  // srun --mpi=pmix
        return number_in("SLURM_STEP_NUM_TASKS").value_or(0);
    }
    return 1;
}

struct World::Module {
    Module() : library{dlopen(module_path().c_str(), RTLD_NOW | RTLD_GLOBAL)}
    {
        if (!library) {
            const char* reason = dlerror();
            throw no_mpi(std::string{reason == nullptr ? "its MPI module does not load" : reason} +
                         " (install Open MPI's libraries, or start it without mpirun)");
        }
        const auto begin =
            reinterpret_cast<decltype(&tobiuo_mpi_begin)>(dlsym(library.get(), "tobiuo_mpi_begin"));
        mpi = begin == nullptr ? nullptr : begin();
        if (mpi == nullptr) {
            throw no_mpi("MPI could not be initialised");
        }
    }
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module()
    {
        const auto end =
            reinterpret_cast<decltype(&tobiuo_mpi_end)>(dlsym(library.get(), "tobiuo_mpi_end"));
        end(mpi);
        static_cast<void>(library.release());  // MPI's threads may still end
    }

    device::SharedLibrary library;
    MpiRanks* mpi{};
};

World::World()
{
    if (launched_ranks() == 1) {
        alone_ = std::make_unique<ranks::OneRank>();
        ranks_ = alone_.get();
        return;
    }
    end_with_parent();
    module_ = std::make_unique<Module>();
    ranks_ = &module_->mpi->world();
    find_machine();
    if (!is_first()) {
        spdlog::set_level(spdlog::level::off);
        static_cast<void>(!std::freopen("/dev/null", "w", stdout));
    }
}

World::~World() = default;

void World::find_machine()
{
    const std::vector<std::string> names = ranks::gathered_texts(*ranks_, ranks::machine_name());
    const std::string& mine = names.at(static_cast<std::size_t>(rank()));
    rank_on_machine_ = static_cast<int>(std::count(names.begin(), names.begin() + rank(), mine));
    ranks_on_machine_ = static_cast<int>(std::ranges::count(names, mine));
    machines_ = static_cast<int>(std::set<std::string>(names.begin(), names.end()).size());
    share_processors();
}

/// Ranks that may run on the same processors divide them.
void World::share_processors() const
{
    const std::string mine = ranks::machine_name() + " " + processors();
    const auto sharing =
        static_cast<int>(std::ranges::count(ranks::gathered_texts(*ranks_, mine), mine));
    if (std::getenv("OMP_NUM_THREADS") == nullptr) {
        omp_set_num_threads(std::max(1, omp_get_max_threads() / sharing));
    }
}

std::string World::describe() const
{
    if (is_alone()) {
        return {};
    }
    return fmt::format("{} on {} {}", module_->mpi->library(), machines_,
                       machines_ == 1 ? "machine" : "machines");
}

double World::from_first(double value) const
{
    return is_alone() ? value : ranks::from_first(*ranks_, value);
}

std::string World::from_first(const std::string& text) const
{
    return is_alone() ? text : ranks::gathered_texts(*ranks_, text).front();
}

bool World::any(bool one) const
{
    return is_alone() ? one : std::ranges::count(ranks::gathered(*ranks_, one ? 1 : 0), 1) > 0;
}

void World::require_same(const std::string& what, const std::string& text) const
{
    const std::vector<std::string> texts = ranks::gathered_texts(*ranks_, text);
    const auto other =
        std::ranges::find_if(texts, [&](const std::string& one) { return one != texts.front(); });
    if (other != texts.end()) {
        throw InputError{{.source = "mpirun", .line = 0, .column = 0},
                         fmt::format("the ranks differ in their {} ({} on rank 0, {} on rank {}): "
                                     "start all with the same program and the same files",
                                     what, texts.front(), *other, other - texts.begin())};
    }
}

void World::together(const std::function<void()>& act) const
{
    if (is_alone()) {
        act();
        return;
    }
    ExitCode code = ExitCode::done;
    std::string text;
    try {
        act();
    } catch (const RanksError&) {
        throw;  // all ranks have it
    } catch (...) {
        std::tie(code, text) = told(std::current_exception());
    }
    const std::vector<ExitCode> codes = ranks::gathered(*ranks_, code);
    const std::vector<std::string> texts = ranks::gathered_texts(*ranks_, text);
    const auto first =
        std::ranges::find_if(codes, [](ExitCode one) { return one != ExitCode::done; });
    if (first == codes.end()) {
        return;
    }
    const auto rank = static_cast<std::size_t>(first - codes.begin());
    const bool all_say_so = std::ranges::count(texts, texts[rank]) == std::ssize(texts);
    const std::string said =
        all_say_so ? texts[rank] : fmt::format("rank {}: {}", rank, texts[rank]);
    throw RanksError{*first, is_first() ? said : std::string{}};
}

ExitCode World::or_end_all(const std::function<ExitCode()>& act) const
{
    if (is_alone()) {
        return act();
    }
    try {
        return act();
    } catch (const RanksError&) {
        throw;  // all ranks have it
    } catch (...) {
        const auto [code, text] = told(std::current_exception());
        std::fprintf(stderr, "error: rank %d of %d on %s: %s\n", rank(), size(),
                     ranks::machine_name().c_str(), printable_lines(text).c_str());
        std::fflush(stderr);
        module_->mpi->abort(static_cast<int>(code));
        throw;
    }
}

}  // namespace tobiuo
