// SPDX-License-Identifier: BSD-3-Clause
// The papers' measurements as data: the files of validation/published, embedded in the program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo {

/// A file that the build embedded.
struct PublishedFile {
    std::string_view path;  ///< "validation/published/nukada-2008-memory.json"
    std::string_view text;
};

[[nodiscard]] std::span<const PublishedFile> published_files();

struct PublishedPoint {
    double x{};
    double y{};
};

/// One curve or column of a paper.
struct PublishedSeries {
    std::string paper;                   ///< "Nukada et al. 2008"
    std::string device;                  ///< "8800 GTX"
    double peak_gbps{};                  ///< theoretical peak of that device; 0 if not known
    std::string study;                   ///< the study that it belongs to: "streams"
    std::string where;                   ///< section or table of the paper
    std::string output;                  ///< access pattern written, for patterns; otherwise empty
    bool barrier = false;                ///< measured with a barrier after every element
    bool levels = false;                 ///< y holds for every x up to that of the point
    std::vector<PublishedPoint> points;  ///< x ascending; patterns A to D are 0 to 3

    /// The value of y at `x`, for levels that of the level at `x`; nothing if the paper has none.
    [[nodiscard]] std::optional<double> at(double x) const;
};

/// Reads the series of one file (schema tobiuo-published-1). Throws std::runtime_error with `path`
/// if the text is not such a file; the build embeds only files that a test has read.
[[nodiscard]] std::vector<PublishedSeries> read_published(const PublishedFile& file);

/// The series of all files that belong to `study`.
[[nodiscard]] std::vector<PublishedSeries> published_about(std::string_view study);

}  // namespace tobiuo
