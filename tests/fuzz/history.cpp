// SPDX-License-Identifier: BSD-3-Clause
// The target history.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/output/html/csv_columns.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int history(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const InputFile file = InputFile::named(folder.write("history.csv", text_of(bytes)));
    try {
        const CsvTable table = read_csv(file, 100, "probe");
        for (const std::size_t most : {100, 10}) {
            const auto shown = columns_of(table, most);
            require(shown.is_null() == (table.rows == 0), "a table with rows is shown");
            for (const auto& column :
                 shown.is_null() ? nlohmann::ordered_json::object() : shown["columns"]) {
                require(!column.empty() && column.size() <= table.rows,
                        "a column has values, and no more than the file");
            }
        }
    } catch (const Unreadable& reason) {
        require(!std::string_view{reason.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
