// SPDX-License-Identifier: BSD-3-Clause
// Runs the tobiuo program as a user does: with arguments, and returns the exit code and both
// outputs.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

inline std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path, std::ios::binary};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void write_file(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream{path, std::ios::binary} << text;
}

/// The path of the program: $TOBIUO_PROGRAM, or the one that the build made.
[[nodiscard]] std::string program_path();

struct Outcome {
    int code{};  ///< exit code, or minus the signal that ended the program
    std::string out;
    std::string err;
};

/// A started program whose outputs go to files.
class RunningProgram {
public:
    /// Where stdout goes: to a file, or where `prepare` left it.
    enum class Output { file, inherited };

    /// Starts the program; `prepare` runs in the child before.
    explicit RunningProgram(
        std::vector<std::string> arguments, const std::function<void()>& prepare = [] {},
        Output output = Output::file)
        : output_{output}
    {
        arguments.insert(arguments.begin(), program_path());
        process_ = fork();  // NOLINT(*-prefer-member-initializer): when all others are there
        if (process_ == 0) {
            prepare();
            become(arguments);
        }
        if (process_ < 0) {
            throw std::runtime_error{"could not start the program"};
        }
    }

    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;
    /// Ends the program if it is still running.
    ~RunningProgram()
    {
        if (process_ > 0) {
            kill(process_, SIGKILL);
            static_cast<void>(reap());  // a destructor cannot report an error
        }
    }

    [[nodiscard]] pid_t process() const { return process_; }

    /// Sends a signal. Throws if the program has been waited for: its process number may be reused.
    void signal(int number) const
    {
        if (process_ <= 0 || kill(process_, number) != 0) {
            throw std::runtime_error{"could not signal the program"};
        }
    }

    /// Waits until stderr holds `text`; returns false after `limit`.
    [[nodiscard]] bool says(const std::string& text, std::chrono::seconds limit) const
    {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < end) {
            if (text_of(err_path()).find(text) != std::string::npos) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        return false;
    }

    /// Waits for the program to end; may be called once.
    Outcome wait()
    {
        const std::optional<int> status = reap();
        if (!status) {
            throw std::runtime_error{"could not wait for the program"};
        }
        return {.code = WIFEXITED(*status) ? WEXITSTATUS(*status) : -WTERMSIG(*status),
                .out = text_of(out_path()),
                .err = text_of(err_path())};
    }

private:
    [[nodiscard]] std::filesystem::path out_path() const { return folder_.path() / "out"; }
    [[nodiscard]] std::filesystem::path err_path() const { return folder_.path() / "err"; }

    /// The status with which the program ended; nothing if it has been waited for.
    std::optional<int> reap()
    {
        const pid_t process = std::exchange(process_, -1);
        int status = 0;
        pid_t ended = -1;
        if (process > 0) {
            do {
                ended = waitpid(process, &status, 0);
            } while (ended < 0 && errno == EINTR);
        }
        return ended > 0 ? std::optional{status} : std::nullopt;
    }

    [[noreturn]] void become(std::vector<std::string>& arguments) const
    {
        std::vector<char*> raw;
        for (std::string& argument : arguments) {
            raw.push_back(argument.data());
        }
        raw.push_back(nullptr);
        const bool open = (output_ == Output::inherited ||
                           std::freopen(out_path().c_str(), "w", stdout) != nullptr) &&
                          std::freopen(err_path().c_str(), "w", stderr) != nullptr;
        if (open) {
            execv(raw.front(), raw.data());
        }
        _exit(127);
    }

    TemporaryFolder folder_;
    Output output_;
    pid_t process_ = -1;
};

inline Outcome run_program(const std::vector<std::string>& arguments)
{
    return RunningProgram{arguments}.wait();
}

}  // namespace tobiuo::test
