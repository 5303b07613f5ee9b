// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fuzz/any_page.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "app/errors.hpp"
#include "app/output/html/report_page.hpp"
#include "tests/fuzz/quiet.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

int make_any_page(const std::function<std::string()>& make)
{
    const Quiet quiet;
    try {
        const std::string page = make();
        require(page.size() <= largest_page, "a page has at most so many bytes");
        require(page.find("<title>tobiuo: ") != std::string::npos, "a page has a title");
        constexpr std::string_view mark = R"(id="data">)";
        const std::size_t begin = page.find(mark) + mark.size();
        const std::size_t end = page.find("</script>", begin);
        const auto data = nlohmann::json::parse(page.substr(begin, end - begin), nullptr, false);
        require(data.is_object() && !data["sources"].empty(), "the data of a page is JSON");
    } catch (const InputError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
