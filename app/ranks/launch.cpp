// SPDX-License-Identifier: BSD-3-Clause
#include "app/ranks/launch.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "app/errors.hpp"

namespace tobiuo {
namespace {

/// mpirun and its options, this program and the options of this process.
std::vector<std::string> launching_words(int count)
{
    std::vector<std::string> words{"mpirun",          "-n",        std::to_string(count),
                                   "--oversubscribe", "--bind-to", "none"};
    std::error_code error;
    words.push_back(std::filesystem::read_symlink("/proc/self/exe", error).string());
    std::ifstream line{"/proc/self/cmdline", std::ios::binary};
    std::string word;
    for (bool is_program = true; std::getline(line, word, '\0'); is_program = false) {
        if (!is_program) {
            words.push_back(word);
        }
    }
    return words;
}

/// The signals that a launching process waits for.
sigset_t awaited_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCHLD}) {
        sigaddset(&set, signal);
    }
    return set;
}

/// Becomes a program in a process group of its own, so that the signals of a terminal come to its
/// parent only; it gets SIGTERM when its parent ends, however that ends. Returns if it cannot.
void become(std::vector<char*>& arguments, const sigset_t& mask, pid_t parent)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) {
        ::_exit(1);
    }
    // A process group in the background may not read the terminal.
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    ::execvp(arguments.front(), arguments.data());
}

/// Starts a program. Returns 0 or the number of the error.
int spawn(std::vector<std::string> words, const sigset_t& mask, pid_t& process)
{
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& one : words) {
        arguments.push_back(one.data());
    }
    arguments.push_back(nullptr);
    std::array<int, 2> pipe{};  // closed by the program that starts, or with the error before it
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        return errno;
    }
    const pid_t parent = ::getpid();
    process = ::fork();
    int error = process < 0 ? errno : 0;
    if (process == 0) {
        become(arguments, mask, parent);
        error = errno;
        static_cast<void>(!::write(pipe[1], &error, sizeof(error)));
        ::_exit(1);
    }
    ::close(pipe[1]);
    if (process > 0 && ::read(pipe[0], &error, sizeof(error)) == sizeof(error)) {
        ::waitpid(process, nullptr, 0);
    }
    ::close(pipe[0]);
    return error;
}

/// Whether the process is a rank of this program that heeds SIGUSR1. One that mpirun has just
/// forked, or whose libraries are still being loaded, would be ended by it.
bool heeds_signals(pid_t process)
{
    const std::string folder = "/proc/" + std::to_string(process) + "/";
    std::error_code error;
    if (std::filesystem::read_symlink(folder + "exe", error) !=
        std::filesystem::read_symlink("/proc/self/exe", error)) {
        return false;
    }
    constexpr unsigned long long bit = 1ULL << (SIGUSR1 - 1U);
    std::ifstream status{folder + "status"};
    for (std::string word; status >> word;) {
        if (word == "SigBlk:" || word == "SigCgt:") {
            status >> word;
            if ((std::strtoull(word.c_str(), nullptr, 16) & bit) != 0) {
                return true;
            }
        }
    }
    return false;
}

/// Whether the process has ended and waits for its parent to ask how.
bool has_ended(pid_t process)
{
    std::ifstream file{"/proc/" + std::to_string(process) + "/stat"};
    std::string line;
    std::getline(file, line);
    const auto state = line.rfind(") ");  // behind the name, which may hold anything
    return state == std::string::npos || line.at(state + 2) == 'Z' || line.at(state + 2) == 'X';
}

/// The ranks of mpirun that have not ended; nothing if the kernel does not list the children of a
/// process.
std::optional<std::vector<pid_t>> ranks_of(pid_t mpirun)
{
    const std::string number = std::to_string(mpirun);
    std::ifstream children{"/proc/" + number + "/task/" + number + "/children"};
    if (!children) {
        return std::nullopt;
    }
    std::vector<pid_t> ranks;
    for (pid_t rank = 0; children >> rank;) {
        if (!has_ended(rank)) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

/// Finds an mpirun that does not end after its ranks: Open MPI 4.1 sometimes waits for ever for a
/// lock of its own when ranks end while they start.
class Lingering {
public:
    /// Whether it lingers, 60 seconds after its last rank, or 5 where the run is to stop, if it has
    /// had a rank or not; called again and again.
    [[nodiscard]] bool lingers(bool stops, const std::optional<std::vector<pid_t>>& ranks)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!ranks || !ranks->empty() || stops != stops_) {
            has_had_ranks_ = has_had_ranks_ || (ranks && !ranks->empty());
            stops_ = stops;
            last_ = now;
        }
        const std::chrono::seconds patience{stops ? 5 : 60};
        return (stops || has_had_ranks_) && now - last_ > patience;
    }

private:
    bool has_had_ranks_ = false;
    bool stops_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Asks those ranks to stop by SIGUSR1 that heed it and were not asked yet. It goes to them, who
/// are the children of mpirun, because not every mpirun passes it on; to mpirun if the kernel does
/// not list the children.
void ask_to_stop(pid_t mpirun, const std::optional<std::vector<pid_t>>& ranks,
                 std::set<pid_t>& asked)
{
    if (!ranks && asked.insert(mpirun).second) {
        ::kill(mpirun, SIGUSR1);
    }
    for (const pid_t rank : ranks.value_or(std::vector<pid_t>{})) {
        if (!asked.contains(rank) && heeds_signals(rank)) {
            asked.insert(rank);
            ::kill(rank, SIGUSR1);
        }
    }
}

/// Passes signals on until the process ends. `awaited` are blocked. Ranks that start later are
/// asked to stop as soon as they heed it. Ends a process that lingers.
int exit_code_of(pid_t process, const sigset_t& awaited, std::size_t count)
{
    constexpr timespec moment{.tv_sec = 0, .tv_nsec = 20'000'000};
    constexpr timespec while_all_is_well{.tv_sec = 1, .tv_nsec = 0};
    bool stops = false;
    bool lingered = false;
    Lingering lingering;
    std::set<pid_t> asked;
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) != process) {
        const bool all_know = !stops || asked.size() >= count;
        const int signal =
            ::sigtimedwait(&awaited, nullptr, all_know ? &while_all_is_well : &moment);
        const bool may_end = signal == SIGINT || signal == SIGTERM;
        if (may_end && stops) {
            ::kill(process, SIGTERM);
        }
        stops = stops || may_end || signal == SIGHUP || signal == SIGUSR1;
        const std::optional<std::vector<pid_t>> ranks = ranks_of(process);
        if (stops) {
            ask_to_stop(process, ranks, asked);
        }
        if (!lingered && lingering.lingers(stops, ranks)) {
            lingered = true;
            ::kill(process, SIGKILL);
        }
    }
    constexpr int killed = 128;
    if (lingered && stops) {
        return static_cast<int>(ExitCode::interrupted);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : killed + WTERMSIG(status);
}

}  // namespace

int launch_ranks(int count)
{
    if (::geteuid() == 0) {  // as a container's user often is
        // NOLINTBEGIN(concurrency-mt-unsafe): no thread runs yet
        ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
        ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
        // NOLINTEND(concurrency-mt-unsafe)
    }
    const sigset_t awaited = awaited_signals();
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &awaited, &before);
    pid_t process = 0;
    const int error = spawn(launching_words(count), before, process);
    if (error != 0) {
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        throw InputError{{.source = "--gpus", .line = 0, .column = 0},
                         "mpirun, which starts the ranks, does not run (" +
                             std::generic_category().message(error) +
                             "): install Open MPI (Debian: openmpi-bin), or leave --gpus out"};
    }
    const int code = exit_code_of(process, awaited, static_cast<std::size_t>(count));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return code;
}

bool asks_to_launch(std::optional<int> gpus)
{
    return gpus && launched_ranks() == 1 && *gpus > 1;
}

void require_ranks(std::optional<int> gpus, const World& world)
{
    if (gpus && *gpus != world.size()) {
        throw InputError{{.source = "--gpus", .line = 0, .column = 0},
                         "asks for " + std::to_string(*gpus) + " ranks, and mpirun has started " +
                             std::to_string(world.size()) + ": leave it out"};
    }
}

void end_with_parent()
{
    constexpr std::chrono::milliseconds period{200};
    const pid_t parent = ::getppid();
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // the thread takes no signal
    try {
        std::thread{[parent, period] {
            while (::getppid() == parent) {
                std::this_thread::sleep_for(period);
            }
            ::kill(::getpid(), SIGKILL);
        }}.detach();
    } catch (const std::system_error&) {  // the rank computes all the same
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace tobiuo
