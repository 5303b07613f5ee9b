// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/guarded.hpp"

#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "app/printable.hpp"
#include "app/ranks/world.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/compile/module_cache.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo {
namespace {

/// Whether stdout is a closed pipe, even if the C library no longer knows why a write failed.
bool is_closed_pipe()
{
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

ExitCode after_flush(ExitCode code)
{
    errno = 0;
    const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!lost || code != ExitCode::done) {
        return code;
    }
    const int error_number = is_closed_pipe() ? EPIPE : errno;
    const std::string reason = error_number != 0 ? std::generic_category().message(error_number)
                                                 : "an earlier write failed";
    std::fprintf(stderr, "error: could not write to the standard output (%s): %s\n", reason.c_str(),
                 error_number == EPIPE ? "its reader has gone; send all of it to a file first"
                                       : "free some space or send it elsewhere");
    return ExitCode::output_failed;
}

ExitCode report(ExitCode code, const char* what)
{
    spdlog::error("{}", what);
    return code;
}

/// Warns at the end of a command that kernels were compiled because a cache was declined.
class CacheNotice {
public:
    CacheNotice() = default;
    CacheNotice(const CacheNotice&) = delete;
    CacheNotice& operator=(const CacheNotice&) = delete;
    ~CacheNotice()
    {
        static bool told = false;  // cases of one command are guarded one by one
        if (const auto sentence = device::declined_cache(); sentence && !told) {
            spdlog::warn("{}", *sentence);
            told = true;
        }
    }
};

std::string outcome_text(const Part& part)
{
    return part.code ? fmt::format("{} ({})", word_of(*part.code), static_cast<int>(*part.code))
                     : "not run";
}

}  // namespace

ExitCode guarded(const std::function<ExitCode()>& command)
{
    const CacheNotice notice;
    try {
        return after_flush(command());
    } catch (const RanksError& error) {
        if (*error.what() != '\0') {
            std::fprintf(stderr, "%s\n", printable_lines(error.what()).c_str());
        }
        return error.code();
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", printable_lines(error.what()).c_str());
        return ExitCode::bad_input;
    } catch (const OutputError& error) {
        return report(ExitCode::output_failed, error.what());
    } catch (const Interrupted& error) {
        spdlog::warn("{}", error.what());
        return ExitCode::interrupted;
    } catch (const device::DeviceError& error) {
        return report(ExitCode::device_failed, error.what());
    } catch (const std::bad_alloc&) {
        return report(ExitCode::output_failed,
                      "out of host memory, so the results are not complete: choose fewer cells or "
                      "output.fields, or raise the limit (`tobiuo check` shows the need)");
    } catch (const std::exception& error) {
        return report(ExitCode::internal, error.what());
    }
}

ExitCode run_in_turn(std::vector<Part>& parts, const World& world)
{
    ExitCode first = ExitCode::done;
    for (Part& part : parts) {
        if (!part.code && !world.any(stop_requested())) {
            part.code = guarded(part.act);
        }
        if (first == ExitCode::done) {
            first = part.code.value_or(ExitCode::interrupted);
        }
    }
    return first;
}

std::string_view word_of(ExitCode code)
{
    constexpr std::array<std::string_view, 8> words{
        "done",          "internal error", "bad input",   "diverged",
        "output failed", "device failed",  "interrupted", "not converged"};
    return words.at(static_cast<std::size_t>(code));
}

std::string outcomes_text(std::string_view what, const std::vector<Part>& parts)
{
    std::size_t longest = 0;
    for (const Part& part : parts) {
        longest = std::max(longest, part.name.size());
    }
    std::string text = fmt::format("{} {}:\n", parts.size(), what);
    for (const Part& part : parts) {
        text += fmt::format("  {:<{}}  {}\n", part.name, longest, outcome_text(part));
    }
    return text;
}

}  // namespace tobiuo
