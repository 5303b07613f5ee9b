// SPDX-License-Identifier: BSD-3-Clause
// The target reference.
#include <string_view>

#include "app/errors.hpp"
#include "app/run/flow/output/flow_reference.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int reference(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const auto file = folder.write("reference.csv", text_of(bytes));
    try {
        const FlowProfiles profiles = read_flow_reference(file);
        require(!profiles.position.empty(), "an accepted reference has positions");
        for (const auto& column : profiles.columns) {
            require(column.empty() || column.size() == profiles.position.size(),
                    "a column has a value for each position");
        }
    } catch (const InputError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
