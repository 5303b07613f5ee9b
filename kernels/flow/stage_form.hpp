// SPDX-License-Identifier: BSD-3-Clause
// What a kernel of a stage is compiled for. The code compiles for device and host.
#pragma once

namespace tobiuo::flow {

/// The models of EddyModel, in its order.
enum class EddyForm : int { none, smagorinsky, wale, vreman };

/// What a viscosity is made of.
struct EddyShape {
    EddyForm form = EddyForm::none;
    bool layered = false;  ///< the layers of a scalar take from Smagorinsky's
    bool added = false;    ///< a field adds to it
};

/// The tile of a block: `width` by `rows` points of a plane, a thread for each piece of a row.
struct StageForm {
    int piece = 1;  ///< neighbouring points of a row that a thread computes
    int width = 1;  ///< points of a row, a multiple of `piece`
    int rows = 1;
    bool aligned = false;  ///< rows of arrays begin at multiples of a piece
    bool periodic[3] = {true, true, true};
    bool joined[2] = {};        ///< as Box has it
    int stretched = 3;          ///< the stretched axis; 3 if there is none
    bool has_outflow = false;   ///< the pressure on some face is zero
    bool has_profiles = false;  ///< the velocity beyond some face has a value for each point
    bool buoyant[3] = {};       ///< a scalar gives buoyancy along an axis
    bool uses_old = false;
    bool keeps = false;
    bool observes = false;
    int implicit_axis = 3;  ///< as Box has it
    bool varies = false;    ///< the viscosity is an array, see StageArrays
    /// What is loaded ahead waits in shared memory: a little slower, unless registers would not do.
    bool copies = false;

    [[nodiscard]] constexpr bool has_face(int axis, int end) const
    {
        return !periodic[axis] && !(axis == 2 && joined[end]);
    }

    [[nodiscard]] constexpr int threads() const { return width / piece * rows; }

    /// Arrays of cells and faces around the points: the velocity, and the viscosity where it varies.
    [[nodiscard]] constexpr int arrays() const { return varies ? 4 : 3; }

    /// Shared memory: three planes of these with a row and a piece more on each side, two of the
    /// impulse with another row.
    [[nodiscard]] constexpr int row_step() const { return width + 2 * piece; }
    [[nodiscard]] constexpr int pieces_of_row() const { return row_step() / piece; }
    [[nodiscard]] constexpr int velocity_values() const { return row_step() * (rows + 2); }
    [[nodiscard]] constexpr int impulse_values() const { return row_step() * (rows + 3) + piece; }
    [[nodiscard]] constexpr int shared_values() const
    {
        return 3 * arrays() * velocity_values() + 2 * impulse_values();
    }
    /// Pieces of a plane that a thread loads.
    [[nodiscard]] constexpr int loads() const
    {
        return (pieces_of_row() * (rows + 3) + threads() - 1) / threads();
    }
};

}  // namespace tobiuo::flow
