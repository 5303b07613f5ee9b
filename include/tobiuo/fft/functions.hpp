// SPDX-License-Identifier: BSD-3-Clause
// Functions of yours, in CUDA C++, that plans on a GPU call where they load the elements of an
// array, between two transforms, and where they store.
//
// Each is a text that defines a function, and the function's name; the compiler of the CUDA toolkit
// makes it a part of the pass that calls it, so it costs no pass through memory.
//
// Names     the text may use Real (float or double), Complex (members x and y; +, -, *,
//           conjugate()) and Index (members x, y, z, batch). It stands in a namespace of its own,
//           so it includes no headers; it may define helpers and constants beside the function.
// data      the address that is given to execute(): device memory of the user, or null.
// Order     any: the function is called by many threads at a time.
// Errors    a text that does not compile is refused when the plan is made, in one sentence with the
//           compiler's first error and its line.
#pragma once

#include <string>

namespace tobiuo::fft {

/// A function at load: the plan transforms what it returns instead of the elements of `in`. Of r2c
/// these are reals, else complex values:
///
///     Real windowed(Real value, const Index& index, const void* data)
///     {
///         return value * static_cast<const Real*>(data)[index.x];
///     }
///
/// index     the element's place in the input [batch][z][y][x]. Of half a spectrum (c2r) x is
///           0 ... Nx/2. What pads the rows of reals in place is not shown.
/// value     the element in memory. With takes_value = false there is none, and the signature is
///           Real windowed(const Index& index, const void* data): the function is the input. Out of
///           place `in` of c2c and r2c is then left aside and may be null; otherwise it is an array
///           all the same, in which the plan works.
/// Calls     at least once for each element; half a spectrum of odd Nx is read twice. So the result
///           depends on the arguments alone, and the function writes nothing.
/// in place  the plan overwrites elements while others are still to be loaded, so the function
///           reads none of them by itself.
struct LoadFunction {
    std::string source;
    std::string function;
    bool takes_value = true;
};

/// A function at store: what it returns is written to `out` instead of the result. Of c2r, and of a
/// PointwisePlan of reals, these are reals, else complex values:
///
///     Complex scaled(Complex value, const Index& index, const void* data)
///     {
///         const Real factor = *static_cast<const Real*>(data);
///         return {factor * value.x, factor * value.y};
///     }
///
/// value     the element of the result, not scaled.
/// index     its place in the output [batch][z][y][x]. Of half a spectrum (r2c) x is 0 ... Nx/2.
///           What pads the rows of reals is not shown.
/// Calls     once for each element.
struct StoreFunction {
    std::string source;
    std::string function;
};

/// A function between a transform and its inverse (PointwisePlan). With this one, `out` is the
/// number of points times `in`, moved along x by the fraction data[0] of the axis (a whole number
/// of points):
///
///     Complex shifted(Complex value, const Index& index, const void* data)
///     {
///         const Real turns = -index.x * *static_cast<const Real*>(data);
///         return value * Complex{cospi(2 * turns), sinpi(2 * turns)};
///     }
///
/// index     which mode the element is.
/// value     the element of the spectrum, not scaled; the returned value replaces it. Of a real
///           field (r2c) only the elements with x from 0 to Nx/2 are shown; the others follow as
///           X[-k] = conj X[k]. So the results for two elements k and -k that are both shown
///           (x = 0, or x = Nx/2 of an even Nx) must be conjugates of each other. Where they are
///           not, the part of them that would make `out` complex is dropped.
/// Calls     once for each element.
struct Pointwise {
    std::string source;
    std::string function;
};

/// What the functions of a plan receive as `data` in one execution.
struct FunctionData {
    const void* load = nullptr;
    const void* between = nullptr;
    const void* store = nullptr;
};

}  // namespace tobiuo::fft
