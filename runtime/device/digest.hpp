// SPDX-License-Identifier: BSD-3-Clause
// SHA-256, the checksum that the whole program uses.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tobiuo::device {

/// SHA-256 of data that come in pieces.
class Sha256 {
public:
    /// Throws std::runtime_error if the library cannot compute SHA-256.
    Sha256();

    void update(std::string_view data);
    /// 64 lower-case hexadecimal digits of all data so far; call once.
    [[nodiscard]] std::string finish();

private:
    struct Free {
        void operator()(void* context) const noexcept;
    };
    std::unique_ptr<void, Free> context_;
};

[[nodiscard]] std::string sha256(std::string_view data);

}  // namespace tobiuo::device
