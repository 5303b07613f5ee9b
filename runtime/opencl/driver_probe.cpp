// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/driver_probe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace tobiuo::opencl {
namespace {

namespace fs = std::filesystem;

constexpr int patience_seconds = 30;  // a driver of eight GPUs may take ten to wake them

/// The program of probe_by() and its option; empty for a fork.
struct ProbeProgram {
    std::string path;
    std::string option;
};
ProbeProgram& probe_program()
{
    static ProbeProgram program;
    return program;
}

/// A driver as the loader finds it.
struct Driver {
    std::string library;
    fs::path file;  ///< that names it; the library itself where a variable does

    [[nodiscard]] std::string text() const
    {
        return file == library ? library : library + " (" + file.string() + ")";
    }
};

/// The files that name drivers, where the loaders look for them.
std::vector<fs::path> vendor_files()
{
    fs::path place = "/etc/OpenCL/vendors";
    for (const char* variable : {"OPENCL_VENDOR_PATH", "OCL_ICD_VENDORS"}) {
        if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') {
            place = named;
        }
    }
    std::error_code error;
    if (!fs::is_directory(place, error)) {
        return {place};  // a file of one driver, or its library
    }
    std::vector<fs::path> files;
    for (fs::directory_iterator entry{place, error}, end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".icd") {
            files.push_back(entry->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::vector<Driver> drivers()
{
    std::vector<Driver> all;
    for (const fs::path& file : vendor_files()) {
        std::string library = file.string();
        if (file.extension() == ".icd") {
            std::ifstream stream{file};
            library.clear();
            std::getline(stream, library);
        }
        if (!library.empty()) {
            all.push_back({.library = library, .file = file});
        }
    }
    return all;
}

/// Asks in the child, with the one driver of `only` or all. Never returns.
[[noreturn]] void be_the_child(const std::function<void()>& ask, const fs::path& only, int answer)
{
    const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    if (!only.empty()) {  // NOLINTBEGIN(concurrency-mt-unsafe): a child has one thread
        ::setenv("OCL_ICD_VENDORS", only.c_str(), 1);
        ::unsetenv("OPENCL_VENDOR_PATH");
    }  // NOLINTEND(concurrency-mt-unsafe)
    const auto& [path, option] = probe_program();
    if (!path.empty()) {
        ::fcntl(answer, F_SETFD, 0);
        const std::string number = std::to_string(answer);
        ::execl(path.c_str(), path.c_str(), option.c_str(), number.c_str(), nullptr);
    }
    try {
        ask();
    } catch (...) {  // an error is an answer
    }
    static_cast<void>(!::write(answer, "1", 1));
    ::_exit(0);
}

std::string signal_text(int signal)
{
    constexpr std::array<std::pair<int, const char*>, 5> names{{{SIGABRT, "SIGABRT"},
                                                                {SIGSEGV, "SIGSEGV"},
                                                                {SIGBUS, "SIGBUS"},
                                                                {SIGILL, "SIGILL"},
                                                                {SIGFPE, "SIGFPE"}}};
    const auto* const found = std::ranges::find(names, signal, &std::pair<int, const char*>::first);
    return found != names.end() ? found->second : "signal " + std::to_string(signal);
}

/// Waits for the answer of the child and for its end. Returns what has happened if there is none.
std::optional<std::string> fault_of(pid_t child, int answer)
{
    pollfd awaited{.fd = answer, .events = POLLIN, .revents = 0};
    int ready = 0;
    do {
        ready = ::poll(&awaited, 1, patience_seconds * 1000);
    } while (ready < 0 && errno == EINTR);
    char byte = 0;
    if (ready > 0 && ::read(answer, &byte, 1) == 1) {
        ::waitpid(child, nullptr, 0);
        return std::nullopt;
    }
    if (ready == 0) {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    const bool known = ::waitpid(child, &status, 0) == child;
    if (ready == 0) {
        return "does not answer within " + std::to_string(patience_seconds) + " s";
    }
    return known && WIFSIGNALED(status)
               ? "ends the process that asks for its devices by " + signal_text(WTERMSIG(status))
               : "ends the process that asks for its devices";
}

/// What happens to a child that asks the driver of `only`, or all.
std::optional<std::string> fault_in_child(const std::function<void()>& ask, const fs::path& only)
{
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        return "cannot be tried (" + std::generic_category().message(errno) + ")";
    }
    const pid_t child = ::fork();
    if (child == 0) {
        be_the_child(ask, only, pipe[1]);
    }
    const int error = errno;
    ::close(pipe[1]);
    std::optional<std::string> fault = child > 0 ? fault_of(child, pipe[0])
                                                 : "cannot be tried in a process of its own (" +
                                                       std::generic_category().message(error) + ")";
    ::close(pipe[0]);
    return fault;
}

/// Why a driver does so, where that is known.
std::string hint_for(const std::string& library)
{
    std::error_code unknown;
    return library.find("pocl") != std::string::npos &&
                   !fs::exists("/sys/devices/system/cpu", unknown)
               ? " (PoCL needs /sys, which is not mounted here)"
               : "";
}

}  // namespace

std::optional<std::string> driver_fault(const std::function<void()>& ask)
{
    const std::optional<std::string> fault = fault_in_child(ask, {});
    if (!fault) {
        return std::nullopt;
    }
    constexpr const char* cure =
        ": mend it, remove it, or name the file of another driver in OCL_ICD_VENDORS";
    std::string names;
    for (const Driver& driver : drivers()) {
        names += (names.empty() ? "" : ", ") + driver.text();
        if (const auto own = fault_in_child(ask, driver.file)) {
            return "the OpenCL driver " + driver.text() + " " + *own + hint_for(driver.library) +
                   cure;
        }
    }
    return "an OpenCL driver" + (names.empty() ? "" : " of " + names) + " " + *fault + cure;
}

void probe_by(std::string program, std::string option)
{
    probe_program() = {.path = std::move(program), .option = std::move(option)};
}

}  // namespace tobiuo::opencl
