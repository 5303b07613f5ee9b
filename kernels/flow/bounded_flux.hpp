// SPDX-License-Identifier: BSD-3-Clause
// The scalar that a velocity carries through a face between cells, within their bounds. For host and
// device.
//
// `Build` is a type of a source file that is compiled for other instructions than the rest.
#pragma once

namespace tobiuo::flow {

/// What a scalar changes by from the centre of a cell to its face downstream: half the width of the cell
/// by a third of the slope of `behind`, the change from the cell upstream, and two thirds of that of
/// `ahead`, the change to the one downstream; but no more than either change, and 0 at an extreme. The
/// shares are the width of the cell over the distances of these changes.
///
/// So the face has a value between those of the cells beside it, and a step by Euler's method with a
/// Courant number of 1/2 makes none beyond those of the cells around. On equal cells the change that is
/// not limited is of third order along its axis.
/// Source    B. Koren, in Numerical Methods for Advection-Diffusion Problems, Notes Numer. Fluid Mech.
///           45, 117 (1993).
template <typename Build = void, typename T>
constexpr T limited_rise(T behind, T ahead, T share_behind, T share_ahead)
{
    const T rise = (share_behind * behind + 2 * share_ahead * ahead) / 6;
    const auto smaller = [](T one, T other) { return one < other ? one : other; };
    const auto larger = [](T one, T other) { return one < other ? other : one; };
    const T least = smaller(smaller(behind, ahead), rise);
    const T largest = larger(larger(behind, ahead), rise);
    return larger(least, T{0}) + smaller(largest, T{0});
}

/// The value on the face between the middle ones of four cells in a row. `shares`: twice the weights of
/// the second, the second, the third and the third cell in the means of neighbours.
template <typename Build = void, typename T>
constexpr T bounded_value(T velocity, const T (&cells)[4], const T (&shares)[4])
{
    const bool is_up = velocity > 0;
    const T here = is_up ? cells[1] : cells[2];
    const T behind = here - (is_up ? cells[0] : cells[3]);
    const T ahead = (is_up ? cells[2] : cells[1]) - here;
    return here + limited_rise<Build>(behind, ahead, is_up ? shares[0] : shares[3],
                                      is_up ? shares[1] : shares[2]);
}

/// The value on a face of the box, by that beyond it and its mirror image. It stands for the cells
/// beyond: what flows in has it, and is not limited.
template <typename T>
constexpr T value_on_face(T beyond, T inside)
{
    return (beyond + inside) / 2;
}

}  // namespace tobiuo::flow
