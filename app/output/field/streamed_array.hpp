// SPDX-License-Identifier: BSD-3-Clause
// VTK arrays whose values are read, some planes at a time, while VTK writes them.
#pragma once

#include <vtkDataArray.h>
#include <vtkSmartPointer.h>

#include <cstdint>

#include "app/output/field/vti.hpp"

namespace tobiuo::vtk {

class CompressorAhead;

/// An array of the first `count` of the values that `streamed` reads. VTK knows addresses for them,
/// at which there is no memory: they may only be handed to a compressor that expects them, see
/// expect_streamed().
[[nodiscard]] vtkSmartPointer<vtkDataArray> streamed_array(const StreamedValues& streamed,
                                                           std::int64_t count);

/// Has `compressor` read the values of `array`, if streamed_array() made it, whenever VTK compresses
/// them; returns whether it did. The array outlives the compressor.
bool expect_streamed(vtkDataArray& array, CompressorAhead& compressor);

}  // namespace tobiuo::vtk
