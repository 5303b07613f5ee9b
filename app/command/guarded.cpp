#include "app/command/guarded.hpp"

#include <spdlog/spdlog.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "kernels/device/error.hpp"

namespace tobiuo {
namespace {

ExitCode after_flush(ExitCode code)
{
    errno = 0;
    const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!lost || code != ExitCode::done) {
        return code;
    }
    const std::string reason =
        errno != 0 ? std::generic_category().message(errno) : "an earlier write failed";
    std::fprintf(stderr,
                 "error: could not write to the standard output (%s): free some space or send it "
                 "elsewhere\n",
                 reason.c_str());
    return ExitCode::output_failed;
}

ExitCode report(ExitCode code, const char* what)
{
    spdlog::error("{}", what);
    return code;
}

}  // namespace

ExitCode guarded(const std::function<ExitCode()>& command)
{
    try {
        return after_flush(command());
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return ExitCode::bad_input;
    } catch (const OutputError& error) {
        return report(ExitCode::output_failed, error.what());
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

}  // namespace tobiuo
