// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/whole/whole_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <spdlog/fmt/fmt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/input/input_json.hpp"
#include "app/machine/system_limits.hpp"
#include "app/machine/threads.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/manifest.hpp"
#include "app/printable.hpp"
#include "app/run/signals.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::whole_bench {
namespace {

constexpr const char* results_name = "results";
constexpr const char* said_name = "said.txt";

std::vector<char*> pointers_to(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// The environment of this process without what it has set itself, so that the other one starts as
/// from a shell.
std::vector<std::string> environment_of(const WholeCommand& command)
{
    std::vector<std::string> all;
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view text{*one};
        const bool replaced = !command.cache.empty() && (text.starts_with("XDG_CACHE_HOME=") ||
                                                         text.starts_with("CUDA_CACHE_DISABLE="));
        if (!is_own_setting(text) && !replaced) {
            all.emplace_back(text);
        }
    }
    if (!command.cache.empty()) {
        all.push_back("XDG_CACHE_HOME=" + command.cache.string());
        all.emplace_back("CUDA_CACHE_DISABLE=1");  // NVRTC keeps what it compiled, too
    }
    return all;
}

/// Starts a program whose outputs go to a file. Returns 0 or the number of the error.
int start(std::vector<std::string> words, std::vector<std::string> environment,
          const std::filesystem::path& said, pid_t& process)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, said.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
    ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    // The signals of a terminal come to this process only, which passes them on.
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error = ::posix_spawnp(&process, words.front().c_str(), &files, &attributes,
                                     pointers_to(words).data(), pointers_to(environment).data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    return error;
}

/// Waits for a process, and asks it to stop if a signal comes. Returns its exit code, or 128 and
/// the number of the signal that has ended it.
int exit_code_of(pid_t process)
{
    constexpr std::chrono::milliseconds moment{1};
    constexpr int killed = 128;
    int status = 0;
    bool asked = false;
    while (::waitpid(process, &status, WNOHANG) != process) {
        if (!asked && stop_requested()) {
            asked = true;
            ::kill(process, SIGTERM);
        }
        std::this_thread::sleep_for(moment);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : killed + WTERMSIG(status);
}

/// The last line of a file that is not empty.
std::string last_line_of(const std::filesystem::path& path)
{
    std::string text = text_in(path);
    text.erase(text.find_last_not_of('\n') + 1);
    return printable(std::string_view{text}.substr(text.rfind('\n') + 1));
}

InputError failed(const WholeCommand& command, const std::string& reason)
{
    return InputError{Position{.source = command.program.string(), .line = 0, .column = 0}, reason};
}

/// The results of the only case below `results`.
WholeRun read_results(const std::filesystem::path& results, double wall_s)
{
    WholeRun run{.wall_s = wall_s, .report = nullptr};
    for (const auto& folder : std::filesystem::directory_iterator{results}) {
        const auto manifest = read_manifest(folder.path() / manifest_name, folder.path());
        for (const std::string& name : manifest ? manifest->files : std::vector<std::string>{}) {
            run.written_bytes += std::filesystem::file_size(folder.path() / name);
        }
        run.report = input_json(InputFile::in(folder.path(), "report.json").text(most_json_bytes));
    }
    return run;
}

}  // namespace

PassingFolder::PassingFolder(const std::filesystem::path& parent)
{
    std::string name = (std::filesystem::absolute(parent) / "tobiuo-whole-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw could_not_write(parent, errno);
    }
    path_ = name;
}

PassingFolder::~PassingFolder()
{
    std::error_code nobody_left_to_tell;
    std::filesystem::remove_all(path_, nobody_left_to_tell);
}

std::optional<WholeRun> run_whole(const WholeCommand& command, const std::filesystem::path& folder)
{
    const std::filesystem::path results = folder / results_name;
    std::vector<std::string> words{command.program.string(), "run"};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    words.insert(words.end(), {"--output", results.string()});
    std::error_code ignored;
    std::filesystem::remove_all(results, ignored);
    pid_t process = 0;
    const auto begin = std::chrono::steady_clock::now();
    const int error = start(std::move(words), environment_of(command), folder / said_name, process);
    if (error != 0) {
        throw failed(command, "does not start (" + std::generic_category().message(error) +
                                  "): name a program with the command `run`");
    }
    const int code = exit_code_of(process);
    const double seconds = seconds_since(begin);
    if (stop_requested()) {
        return std::nullopt;
    }
    if (code != 0) {
        throw failed(command, fmt::format("ended with exit code {} ({})", code,
                                          last_line_of(folder / said_name)));
    }
    WholeRun run = read_results(results, seconds);
    std::filesystem::remove_all(results, ignored);
    return run;
}

}  // namespace tobiuo::whole_bench
