// The tags of a .vti, as VTK's own parser sees them: nothing of them is judged but their form.
#pragma once

#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLDataParser.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/fields/vti_storage.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

[[noreturn]] void report_damaged_header(const std::string& reason);

class Document {
public:
    /// Throws std::runtime_error if the tags in front of the data are no sound XML.
    explicit Document(const std::filesystem::path& path);

    [[nodiscard]] Storage storage() const;
    /// The <ImageData> and the only <Piece> in it.
    [[nodiscard]] vtkXMLDataElement& image() const;
    [[nodiscard]] vtkXMLDataElement& piece() const;
    /// Those of <CellData> and <PointData> in the piece.
    [[nodiscard]] std::vector<ArrayInfo> arrays() const;

private:
    void add_arrays(vtkXMLDataElement& data, Location location,
                    std::vector<ArrayInfo>& arrays) const;
    [[nodiscard]] std::int64_t begin_of_appended(const std::string& offset) const;
    [[nodiscard]] std::int64_t begin_of_inline(vtkXMLDataElement& element) const;

    std::filesystem::path path_;
    vtkSmartPointer<vtkXMLDataParser> parser_;
    bool appended_as_base64_ = false;
};

/// An attribute, empty if it is not there.
[[nodiscard]] std::string attribute(vtkXMLDataElement& element, const char* name);

/// The numbers in an attribute, nothing if it is not there. Throws if they are not just `count`.
template <typename Number, std::size_t count>
[[nodiscard]] std::optional<std::array<Number, count>> numbers(vtkXMLDataElement& element,
                                                               const char* name);

}  // namespace tobiuo::vti
