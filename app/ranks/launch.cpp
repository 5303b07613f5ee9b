#include "app/ranks/launch.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
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
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
        sigaddset(&set, signal);
    }
    return set;
}

/// Starts a program in a process group of its own, so that the signals of a terminal come to this
/// process only. Returns 0 or the number of the error.
int spawn(std::vector<std::string> words, const sigset_t& mask, pid_t& process)
{
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& one : words) {
        arguments.push_back(one.data());
    }
    arguments.push_back(nullptr);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // A process group in the background may not read the terminal.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const int error = ::posix_spawnp(&process, arguments.front(), &actions, &attributes,
                                     arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/// Asks the ranks to stop by SIGUSR1. It goes to them, who are the children of mpirun, because not
/// every mpirun passes it on; to mpirun if the kernel does not list the children.
void ask_to_stop(pid_t mpirun)
{
    const std::string number = std::to_string(mpirun);
    std::ifstream children{"/proc/" + number + "/task/" + number + "/children"};
    bool asked = false;
    for (pid_t rank = 0; children >> rank; asked = true) {
        ::kill(rank, SIGUSR1);
    }
    if (!asked) {
        ::kill(mpirun, SIGUSR1);
    }
}

/// Passes signals on until the process ends. `awaited` are blocked.
int exit_code_of(pid_t process, const sigset_t& awaited)
{
    bool asked = false;
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) != process) {
        const int signal = ::sigwaitinfo(&awaited, nullptr);
        if (signal == SIGINT || signal == SIGTERM || (signal == SIGHUP && !asked)) {
            if (asked) {
                ::kill(process, SIGTERM);
            } else {
                ask_to_stop(process);
            }
            asked = true;
        }
    }
    constexpr int killed = 128;
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
    const int code = exit_code_of(process, awaited);
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

}  // namespace tobiuo
