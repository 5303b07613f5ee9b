// A limit of file sizes for one scope, which simulates a full disk.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace tobiuo::test {

/// While one lives, no file of this process grows beyond `bytes`: writes fail with EFBIG, and
/// SIGXFSZ is ignored as the program does.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)}
    {
        ::getrlimit(RLIMIT_FSIZE, &earlier_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = earlier_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &earlier_);
        static_cast<void>(std::signal(SIGXFSZ, handler_));
    }

private:
    rlimit earlier_{};
    void (*handler_)(int);
};

}  // namespace tobiuo::test
