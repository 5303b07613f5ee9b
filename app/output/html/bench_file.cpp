// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/html/bench_file.hpp"

#include <utility>

#include "app/output/html/report_page.hpp"

namespace tobiuo {
namespace {

constexpr const char* json_option = "--json";

}  // namespace

BenchFile::BenchFile(const std::filesystem::path& json)
    : name_{json.filename().string()},
      json_{json, json_option, FileKind::bench},
      page_{page_beside(json), json_option, FileKind::page}
{
}

void BenchFile::write(const std::string& text) const
{
    json_.write(text);
    page_.write(bench_page(text, name_));
}

std::optional<BenchFile> bench_file(const std::optional<std::filesystem::path>& json)
{
    return json ? std::optional<BenchFile>{std::in_place, *json} : std::nullopt;
}

}  // namespace tobiuo
