// SPDX-License-Identifier: BSD-3-Clause
// The tags of a .vti or .vtr, or of an index of such files: only their form is checked here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/output/field/vti_storage.hpp"
#include "app/output/field/xml_tags.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

[[noreturn]] void report_damaged_header(const std::string& reason);

class Document {
public:
    /// Reads the tags. Throws std::runtime_error with one sentence if the file is not VTK's, is cut
    /// short, or if the tags before the data are malformed XML.
    explicit Document(const std::filesystem::path& path);

    /// The type of the file: "ImageData".
    [[nodiscard]] std::string type() const;
    /// Whether the file only names the pieces of its grid, each of which is a file.
    [[nodiscard]] bool is_index() const;
    [[nodiscard]] Storage storage() const;
    /// The element with the name of the file's type.
    [[nodiscard]] const XmlElement& grid() const;
    /// The pieces in it, of which there is any number.
    [[nodiscard]] std::vector<const XmlElement*> pieces() const;
    /// The arrays of <CellData> and <PointData> in `piece`, one of pieces(); of an index, whose
    /// pieces are files, those that its grid() says all pieces have.
    [[nodiscard]] std::vector<ArrayInfo> arrays(const XmlElement& piece) const;
    /// The arrays of <Coordinates> in the piece, which a rectilinear grid has.
    [[nodiscard]] std::vector<ArrayInfo> coordinates(const XmlElement& piece) const;
    /// The single number called TimeValue in the field data, if it exists.
    [[nodiscard]] std::optional<ArrayInfo> time() const;

private:
    void find_appended(std::int64_t behind_tag);
    void add_arrays(const XmlElement& data, Location location,
                    std::vector<ArrayInfo>& arrays) const;
    [[nodiscard]] ArrayInfo array_of(const XmlElement& element, Location location) const;
    [[nodiscard]] std::int64_t begin_of_appended(const std::string& offset) const;

    std::filesystem::path path_;
    XmlElement root_;
    std::int64_t appended_{};  ///< start of appended data; 0 if there are none
    bool appended_as_base64_ = false;
};

/// The numbers in an attribute, which may have signs; nothing if it does not exist. Throws if there are not exactly
/// `count`.
template <typename Number, std::size_t count>
[[nodiscard]] std::optional<std::array<Number, count>> numbers(const XmlElement& element,
                                                               const char* name);

}  // namespace tobiuo::vti
