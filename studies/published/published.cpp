// SPDX-License-Identifier: BSD-3-Clause
#include "studies/published/published.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tobiuo {
namespace {

using Json = nlohmann::json;

/// A number, or the number of a pattern's letter.
double number_of(const Json& x)
{
    return x.is_string() ? x.get<std::string>().at(0) - 'A' : x.get<double>();
}

double peak_of(const Json& devices, const std::string& name)
{
    const auto found = std::ranges::find_if(
        devices, [&](const Json& device) { return device.at("name") == name; });
    if (found == devices.end()) {
        throw std::runtime_error{"no device is called " + name};
    }
    return found->value("peak_gbps", 0.0);
}

PublishedSeries series_of(const Json& json, const Json& file)
{
    PublishedSeries series{.paper = file.at("paper"),
                           .device = json.at("device"),
                           .peak_gbps = peak_of(file.at("devices"), json.at("device")),
                           .study = json.at("study"),
                           .where = json.at("where"),
                           .output = json.value("output", ""),
                           .barrier = json.value("barrier", false),
                           .levels = json.value("levels", false),
                           .points = {}};
    for (const Json& point : json.at("points")) {
        series.points.push_back({.x = number_of(point.at(0)), .y = point.at(1).get<double>()});
    }
    if (!std::ranges::is_sorted(series.points, {}, &PublishedPoint::x)) {
        throw std::runtime_error{"the points of " + series.study + " are not in order"};
    }
    return series;
}

}  // namespace

std::optional<double> PublishedSeries::at(double x) const
{
    const auto found = std::ranges::lower_bound(points, x, {}, &PublishedPoint::x);
    const bool holds = found != points.end() && (levels || found->x == x);
    return holds ? std::optional{found->y} : std::nullopt;
}

std::vector<PublishedSeries> read_published(const PublishedFile& file)
{
    try {
        const Json json = Json::parse(file.text);
        if (json.at("schema") != "tobiuo-published-1") {
            throw std::runtime_error{"its schema is not tobiuo-published-1"};
        }
        std::vector<PublishedSeries> all;
        for (const Json& series : json.at("series")) {
            all.push_back(series_of(series, json));
        }
        return all;
    } catch (const std::exception& error) {
        throw std::runtime_error{std::string{file.path} + " is no file of published figures (" +
                                 error.what() + ")"};
    }
}

std::vector<PublishedSeries> published_about(std::string_view study)
{
    std::vector<PublishedSeries> all;
    for (const PublishedFile& file : published_files()) {
        std::ranges::copy_if(read_published(file), std::back_inserter(all),
                             [&](const PublishedSeries& series) { return series.study == study; });
    }
    return all;
}

}  // namespace tobiuo
