// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/field/surface_file.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataWriter.h>

#include <iterator>

#include "app/errors.hpp"
#include "app/output/field/vtk_messages.hpp"
#include "app/output/field/vtk_writer.hpp"

namespace tobiuo {

std::string vtp_text(const BodyFaces& surface, const std::map<std::string, std::string>& metadata)
{
    const VtkMessages messages;
    const vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    points->Allocate(std::ssize(surface.points));
    for (const std::array<double, 3>& point : surface.points) {
        points->InsertNextPoint(point.data());
    }
    const vtkNew<vtkCellArray> faces;
    faces->AllocateExact(std::ssize(surface.faces), 4 * std::ssize(surface.faces));
    for (const std::array<std::int64_t, 4>& face : surface.faces) {
        const std::array<vtkIdType, 4> corners{face[0], face[1], face[2], face[3]};
        faces->InsertNextCell(4, corners.data());
    }
    const vtkNew<vtkIntArray> bodies;
    bodies->SetName("body");
    for (const int body : surface.body) {
        bodies->InsertNextValue(body);
    }
    const vtkNew<vtkPolyData> polygons;
    polygons->SetPoints(points);
    polygons->SetPolys(faces);
    polygons->GetCellData()->SetScalars(bodies);
    vtk::add_metadata(*polygons->GetFieldData(), metadata);
    const vtkNew<vtkXMLPolyDataWriter> writer;
    writer->SetInputData(polygons);
    writer->SetDataModeToBinary();
    writer->SetCompressorTypeToLZ4();
    writer->WriteToOutputStringOn();
    if (writer->Write() == 0 || messages.any()) {
        throw OutputError{"the surfaces of bodies could not be written (" +
                          (messages.any() ? messages.first() : std::string{"VTK gives no reason"}) +
                          "): free some memory"};
    }
    return writer->GetOutputString();
}

}  // namespace tobiuo
