#include "app/output/report/case_picture.hpp"

#include <cstddef>
#include <filesystem>

#include "app/output/picture/picture.hpp"

namespace tobiuo {

void add_picture(RunFolder& folder, const Case& the_case, const PictureSubject& subject)
{
    if (const auto& wanted = the_case.output.picture) {
        add_picture(folder, the_case, *wanted, subject);
    }
}

void add_picture(RunFolder& folder, const Case& the_case, const PictureSection& wanted,
                 const PictureSubject& subject)
{
    const int normal = wanted.plane.value_or(middle_cut(subject.grid, subject.preferred).normal);
    const Axis& across = subject.grid.axes.at(static_cast<std::size_t>(normal));
    const Cut cut{.normal = normal, .at = wanted.at.value_or(middle_of(across))};
    const PictureText text{.name = the_case.name,
                           .field = wanted.field,
                           .quantity = subject.quantity,
                           .details = subject.details};
    folder.add(subject.file, [&](const std::filesystem::path& path) {
        write_picture(path, subject.grid, cut, subject.read, text, wanted.look);
    });
}

}  // namespace tobiuo
