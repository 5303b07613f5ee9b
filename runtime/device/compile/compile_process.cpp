// SPDX-License-Identifier: BSD-3-Clause
// Requests to a process that compiles, and its answers, through a pair of sockets.
#include "runtime/device/compile/compile_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "runtime/device/compile/nvrtc.hpp"

namespace tobiuo::device {
namespace {

constexpr std::string_view answer_begins = "tobiuo-kernel 1";

/// The program of compile_by() and its option.
struct CompileProgram {
    std::string path;
    std::string option;
};
CompileProgram& compile_program()
{
    static CompileProgram program;
    return program;
}

/// Strings in a row, each behind its length.
class Strings {
public:
    Strings() = default;
    explicit Strings(std::string bytes) : bytes_{std::move(bytes)} {}

    void add(std::string_view text)
    {
        bytes_ += std::to_string(text.size()) + "\n";
        bytes_ += text;
    }
    /// The next one. Throws std::exception behind the last one.
    std::string take()
    {
        const std::size_t end = bytes_.find('\n', at_);
        const std::size_t size = std::stoul(bytes_.substr(at_, end - at_));
        if (size > bytes_.size() - end - 1) {
            throw std::out_of_range{"a string is cut short"};
        }
        at_ = end + 1 + size;
        return bytes_.substr(end + 1, size);
    }
    [[nodiscard]] bool has_more() const { return at_ < bytes_.size(); }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

std::string bytes_of(const CompileRequest& request)
{
    Strings all;
    for (const std::string* one :
         {&request.library, &request.name, &request.text, &request.architecture}) {
        all.add(*one);
    }
    for (const std::string& option : request.options) {
        all.add(option);
    }
    return all.bytes();
}

CompileRequest request_of(std::string bytes)
{
    Strings all{std::move(bytes)};
    CompileRequest request;
    request.library = all.take();
    request.name = all.take();
    request.text = all.take();
    request.architecture = all.take();
    while (all.has_more()) {
        request.options.push_back(all.take());
    }
    return request;
}

/// One end of a pair of sockets, whose other end a process has as its standard input and output.
class Socket {
public:
    explicit Socket(int number) : number_{number} {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { close(); }

    void close()
    {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

    [[nodiscard]] int number() const { return number_; }

    /// Returns false if nobody reads it all.
    [[nodiscard]] bool send_all(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t count = ::send(number_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count < 0 && errno != EINTR) {
                return false;
            }
            bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
        }
        return ::shutdown(number_, SHUT_WR) == 0;
    }

    /// What comes until the other end is closed.
    [[nodiscard]] std::string receive_all() const
    {
        std::string bytes;
        std::array<char, 1 << 16> piece{};
        while (true) {
            const ssize_t count = ::read(number_, piece.data(), piece.size());
            if (count == 0 || (count < 0 && errno != EINTR)) {
                return bytes;
            }
            bytes.append(piece.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
        }
    }

private:
    int number_;
};

/// Starts the program with the socket, and with no signal held back. Returns 0 if it cannot.
pid_t started(const CompileProgram& program, const Socket& socket)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&files, socket.number(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, socket.number(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string path = program.path;
    std::string option = program.option;
    const std::array<char*, 3> arguments{path.data(), option.data(), nullptr};
    pid_t child = 0;
    const int error =
        ::posix_spawn(&child, path.c_str(), &files, &attributes, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    return error == 0 ? child : 0;
}

}  // namespace

void compile_by(std::string program, std::string option)
{
    compile_program() = {.path = std::move(program), .option = std::move(option)};
}

std::optional<CompiledKernel> compile_elsewhere(const CompileRequest& request)
{
    std::array<int, 2> pair{};
    if (compile_program().path.empty() ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
        return std::nullopt;
    }
    const Socket own{pair[0]};
    Socket its{pair[1]};
    const pid_t child = started(compile_program(), its);
    its.close();
    if (child == 0) {
        return std::nullopt;
    }
    const bool sent = own.send_all(bytes_of(request));
    Strings answer{sent ? own.receive_all() : std::string{}};
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    try {
        CompiledKernel made;
        if (answer.take() != answer_begins) {
            return std::nullopt;
        }
        made.log = answer.take();
        made.image = answer.take();
        return made;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

int answer_compilation()
{
    try {
        const Socket other{::dup(STDIN_FILENO)};
        const CompiledKernel made = compile_here(request_of(other.receive_all()));
        Strings answer;
        answer.add(answer_begins);
        answer.add(made.log);
        answer.add(made.image);
        return other.send_all(answer.bytes()) ? 0 : 1;
    } catch (const std::exception&) {
        return 1;
    }
}

}  // namespace tobiuo::device
