// SPDX-License-Identifier: BSD-3-Clause
// The target checkpoint.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/errors.hpp"
#include "app/run/checkpoint_file.hpp"
#include "runtime/device/digest.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

/// A checkpoint whose second line, where it says "sum", is the right checksum of the header behind it
/// and of the checksums of blocks of 8 bytes, which then come, so that inputs come as far as the
/// state.
std::string with_checksums(std::string_view text)
{
    const std::size_t first = text.find('\n');
    if (first == std::string_view::npos || !text.substr(first + 1).starts_with("sum\n")) {
        return std::string{text};
    }
    const std::string_view rest = text.substr(first + 5);
    const std::size_t header = std::min(rest.find('\n'), rest.size());
    std::string head{rest.substr(0, header)};
    head += '\n';
    const std::string_view state = rest.substr(std::min(header + 1, rest.size()));
    for (std::size_t block = 0; block < state.size(); block += sizeof(double)) {
        head += device::sha256(state.substr(block, sizeof(double)));
    }
    head += '\n';
    return std::string{text.substr(0, first + 1)} + device::sha256(head) + "\n" + head +
           std::string{state};
}

}  // namespace

int checkpoint(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const CheckpointIdentity identity{.solver = "flow",
                                      .version = "1",
                                      .program = "0",
                                      .problem = "grid:\n  cells: 2\n",
                                      .precision = Precision::fp64,
                                      .backend = Backend::cpu,
                                      .blocks = {{.count = 2, .bytes = sizeof(double)}}};
    folder.write("checkpoint_000000000001.state", with_checksums(text_of(bytes)));
    const auto level = spdlog::get_level();
    spdlog::set_level(spdlog::level::err);  // damaged ones are warnings
    try {
        for (const Restart restart : {Restart::offered, Restart::demanded}) {
            const auto read = newest_checkpoint(
                folder.path(), identity, restart, [](const nlohmann::ordered_json& record) {
                    require(record.is_object(), "a record is an object");
                    static_cast<void>(record.at("step").get<std::int64_t>());
                });
            require(read || restart == Restart::offered,
                    "one that is demanded is there or refused");
            require(!read || state_of(*read).size() == 2 * sizeof(double),
                    "a state has the values of the case");
        }
    } catch (const InputError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    spdlog::set_level(level);
    return 0;
}

}  // namespace tobiuo::fuzz
