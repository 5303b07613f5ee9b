// SPDX-License-Identifier: BSD-3-Clause
// The potential of the charges on open faces of a box, on these faces. For host and device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// Neighbouring values that an item computes along either direction of an array.
inline constexpr int open_tile = 4;
/// Steps of a sum whose loads are on their way together: an item is a thread, of which a face has too
/// few to hide the time of a load.
inline constexpr int open_ahead = 4;

/// An open face: values of it are [slower][faster], those of all faces follow each other.
struct OpenFace {
    long long first = 0;       ///< of its values among those of all faces
    long long counts[2] = {};  ///< faster, slower
    long long strides[2] = {};
    long long beside = 0;  ///< of the first unknown beside it, in an array with these strides
    double charge = 0.0;   ///< of a layer, by u beside it
    double half = 0.0;     ///< of u beside it, which is on the face
    long long ring = 0;    ///< of the first of its values in rings
    int fast = 0;          ///< which of its directions is the faster one of a ring
};

/// How an unknown of a line and its images lie: `source` is the number of the unknown + 1, negative
/// for an image of the opposite sign, 0 for none.
struct LineImage {
    int position = 0;
    int source = 0;
};

[[nodiscard]] constexpr long long source_of(int signed_number)
{
    return (signed_number < 0 ? -signed_number : signed_number) - 1;
}

/// The charges of a layer, from u beside all open faces, of which an array has the unknowns `begin` to
/// end - 1; others are left as they are.
template <typename T>
struct TakeCharges {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::TakeCharges",
                                            .name = "open-charges",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    const OpenFace* faces = nullptr;
    int count = 0;
    const T* u = nullptr;
    long long begin = 0;
    long long end = 0;
    T* charges = nullptr;

    constexpr void operator()(long long n) const
    {
        int at = 0;
        while (at + 1 < count && n >= faces[at + 1].first) {
            ++at;
        }
        const OpenFace& face = faces[at];
        const long long faster = (n - face.first) % face.counts[0];
        const long long slower = (n - face.first) / face.counts[0];
        const long long place = face.beside + faster * face.strides[0] + slower * face.strides[1];
        if (place >= begin && place < end) {
            charges[n] = static_cast<T>(face.charge * static_cast<double>(u[place - begin]));
        }
    }
};

/// The charges of the faces across an axis, each with its images and zeros in a ring of
/// [slower][faster] values, whose rows are padded to those of a spectrum.
template <typename T>
struct FillRings {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::FillRings",
                                            .name = "open-rings",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    const T* charges = nullptr;  ///< of the first face
    long long values = 0;        ///< of a face
    long long strides[2] = {};   ///< of charges along the faster and slower direction of the ring
    const int* sources[2] = {};  ///< along these, LineImage::source
    long long row = 0;           ///< values of a padded row
    long long used = 0;          ///< of them
    long long rows = 0;
    T* rings = nullptr;

    constexpr void operator()(long long n) const
    {
        const long long faster = n % row;
        const long long slower = n / row % rows;
        const int x = faster < used ? sources[0][faster] : 0;
        const int y = sources[1][slower];
        if (x == 0 || y == 0) {
            rings[n] = T{0};
            return;
        }
        const T charge = charges[n / (row * rows) * values + source_of(x) * strides[0] +
                                 source_of(y) * strides[1]];
        rings[n] = (x < 0) == (y < 0) ? charge : -charge;
    }
};

/// Spectra of the charges of one or two opposite faces become those of their potential on both.
template <typename T>
struct MultiplyRings {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::MultiplyRings",
                                            .name = "open-spectra",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    const T* same = nullptr;      ///< of a charge on the same face
    const T* opposite = nullptr;  ///< null for one face
    long long modes = 0;          ///< complex values of a spectrum
    T* spectra = nullptr;

    constexpr void operator()(long long n) const
    {
        for (int part = 0; part < 2; ++part) {
            T* const lower = spectra + 2 * n + part;
            const T first = *lower;
            if (opposite == nullptr) {
                *lower = same[n] * first;
                continue;
            }
            T* const upper = lower + 2 * modes;
            const T last = *upper;
            *lower = same[n] * first + opposite[n] * last;
            *upper = opposite[n] * first + same[n] * last;
        }
    }
};

/// How charges of one face act on a face across another axis. The lattice Green's function is a sum
/// over nodes q of products of a function for each axis: of the axis of the charged face, of the
/// axis of the other face, and of the axis `shared` that both extend along. All tables have `nodes`
/// values for each, a multiple of open_tile.
template <typename T>
struct OpenProduct {
    const T* ends = nullptr;            ///< [charge along the other face's axis][node]
    const T* kernel = nullptr;          ///< [distance along the shared axis][node]
    const T* fits = nullptr;            ///< [node][value along the charged face's axis]
    const LineImage* images = nullptr;  ///< of the shared axis
    long long image_count = 0;
    long long charges = 0;  ///< of the first charge
    long long depth = 0;    ///< charges along the other face's axis
    long long depth_stride = 0;
    long long shared = 0;  ///< charges along the shared axis
    long long shared_stride = 0;
    long long fit_count = 0;  ///< values of a row of `fits`
    long long first = 0;      ///< of its [shared][node] sums among those of all products
    long long first_item = 0;
    int target = 0;         ///< the other face
    int fit_direction = 0;  ///< of the other face, which `fits` has values along
};

template <typename T>
[[nodiscard]] constexpr const OpenProduct<T>& product_of(const OpenProduct<T>* products, int count,
                                                         long long item)
{
    int at = 0;
    while (at + 1 < count && item >= products[at + 1].first_item) {
        ++at;
    }
    return products[at];
}

template <int number>
struct Steps {
};

/// Calls add(first, Steps<open_ahead>{}) for all whole groups of `count` steps, and then for each of the
/// others.
template <typename Add>
constexpr void in_steps(long long count, const Add& add)
{
    long long first = 0;
    for (; first + open_ahead <= count; first += open_ahead) {
        add(first, Steps<open_ahead>{});
    }
    for (; first < count; ++first) {
        add(first, Steps<1>{});
    }
}

/// Sums over charges along the axis of the other face, for open_tile places along the shared axis and
/// as many nodes, of which those of neighbouring items are neighbours.
template <typename T>
struct ContractCharges {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::ContractCharges",
                                            .name = "open-contract",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    const OpenProduct<T>* products = nullptr;
    int count = 0;
    long long nodes = 0;
    const T* charges = nullptr;
    T* sums = nullptr;

    constexpr void operator()(long long n) const
    {
        const OpenProduct<T>& product = product_of(products, count, n);
        const long long item = n - product.first_item;
        const long long apart = nodes / open_tile;
        const long long q = item % apart;
        const long long place = item / apart * open_tile;
        long long from[open_tile] = {};
        for (int row = 0; row < open_tile; ++row) {
            const long long held = place + row < product.shared ? place + row : product.shared - 1;
            from[row] = product.charges + held * product.shared_stride;
        }
        T sum[open_tile][open_tile] = {};
        const auto add = [&]<int steps>(long long first, Steps<steps> /*together*/) {
            T charge[steps][open_tile];
            T ends[steps][open_tile];
            for (int step = 0; step < steps; ++step) {
                for (int at = 0; at < open_tile; ++at) {
                    charge[step][at] = charges[from[at] + (first + step) * product.depth_stride];
                    ends[step][at] = product.ends[(first + step) * nodes + q + at * apart];
                }
            }
            for (int step = 0; step < steps; ++step) {
                for (int row = 0; row < open_tile; ++row) {
                    for (int node = 0; node < open_tile; ++node) {
                        sum[row][node] += charge[step][row] * ends[step][node];
                    }
                }
            }
        };
        in_steps(product.depth, add);
        for (int row = 0; row < open_tile && place + row < product.shared; ++row) {
            for (int node = 0; node < open_tile; ++node) {
                sums[product.first + (place + row) * nodes + q + node * apart] = sum[row][node];
            }
        }
    }
};

/// Convolutions of these sums along the shared axis, for as many places and nodes.
template <typename T>
struct ConvolveCharges {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::ConvolveCharges",
                                            .name = "open-convolve",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    const OpenProduct<T>* products = nullptr;
    int count = 0;
    long long nodes = 0;
    const T* sums = nullptr;
    T* spread = nullptr;

    constexpr void operator()(long long n) const
    {
        const OpenProduct<T>& product = product_of(products, count, n);
        const long long item = n - product.first_item;
        const long long apart = nodes / open_tile;
        const long long q = item % apart;
        const long long place = item / apart * open_tile;
        T sum[open_tile][open_tile] = {};
        const auto add = [&]<int steps>(long long first, Steps<steps> /*together*/) {
            LineImage image[steps];
            T value[steps][open_tile];
            T kernel[steps][open_tile][open_tile];
            for (int step = 0; step < steps; ++step) {
                image[step] = product.images[first + step];
            }
            for (int step = 0; step < steps; ++step) {
                const T* const from =
                    sums + product.first + source_of(image[step].source) * nodes + q;
                for (int node = 0; node < open_tile; ++node) {
                    const T one = from[node * apart];
                    value[step][node] = image[step].source < 0 ? -one : one;
                }
                for (int row = 0; row < open_tile; ++row) {
                    const long long away = place + row - image[step].position;
                    const T* const line = product.kernel + (away < 0 ? -away : away) * nodes + q;
                    for (int node = 0; node < open_tile; ++node) {
                        kernel[step][row][node] = line[node * apart];
                    }
                }
            }
            for (int step = 0; step < steps; ++step) {
                for (int row = 0; row < open_tile; ++row) {
                    for (int node = 0; node < open_tile; ++node) {
                        sum[row][node] += value[step][node] * kernel[step][row][node];
                    }
                }
            }
        };
        in_steps(product.image_count, add);
        for (int row = 0; row < open_tile && place + row < product.shared; ++row) {
            for (int node = 0; node < open_tile; ++node) {
                spread[product.first + (place + row) * nodes + q + node * apart] = sum[row][node];
            }
        }
    }
};

/// The values on a tile of a face: of charges on the faces across its own axis, from the ring, of those
/// on others, by their products, and of u beside it.
template <typename T>
struct OpenFaceValues {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/open_face_items.hpp",
                                            .type = "tobiuo::poisson::OpenFaceValues",
                                            .name = "open-values",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};

    const OpenFace* faces = nullptr;
    int face_count = 0;
    const OpenProduct<T>* products = nullptr;
    int count = 0;
    long long nodes = 0;
    const T* charges = nullptr;
    const T* rings = nullptr;
    long long rows[3] = {};  ///< values of a padded row of the rings, by `ring_of`
    int ring_of[6] = {};     ///< by face
    const T* spread = nullptr;
    T* values = nullptr;

    [[nodiscard]] static constexpr long long tiles(long long values)
    {
        return (values + open_tile - 1) / open_tile;
    }
    [[nodiscard]] static constexpr long long tiles_of(const OpenFace& face)
    {
        return tiles(face.counts[0]) * tiles(face.counts[1]);
    }

    constexpr void operator()(long long n) const
    {
        int at = 0;
        long long item = n;
        while (at + 1 < face_count && item >= tiles_of(faces[at])) {
            item -= tiles_of(faces[at]);
            ++at;
        }
        const OpenFace& face = faces[at];
        // Along the faster direction neighbouring items have neighbouring values.
        const long long apart = tiles(face.counts[0]);
        const Tile tile{.place = {item % apart, item / apart * open_tile}, .apart = {apart, 1}};
        T sum[open_tile][open_tile] = {};
        for (int one = 0; one < count; ++one) {
            if (products[one].target == at) {
                add(products[one], tile, sum);
            }
        }
        for (int row = 0; row < open_tile && tile.at(1, row) < face.counts[1]; ++row) {
            for (int column = 0; column < open_tile && tile.at(0, column) < face.counts[0];
                 ++column) {
                store(face, rows[ring_of[at]], tile.at(0, column), tile.at(1, row),
                      sum[row][column]);
            }
        }
    }

private:
    /// The values of an item, open_tile along the faster and the slower direction.
    struct Tile {
        long long place[2];
        long long apart[2];

        [[nodiscard]] constexpr long long at(int direction, int number) const
        {
            return place[direction] + number * apart[direction];
        }
    };

    /// Adds to sum[slower][faster].
    constexpr void add(const OpenProduct<T>& product, const Tile& tile,
                       T (&sum)[open_tile][open_tile]) const
    {
        const bool fits_faster = product.fit_direction == 0;
        const T* const fits = product.fits + tile.place[product.fit_direction];
        const long long fits_apart = tile.apart[product.fit_direction];
        const T* from[open_tile] = {};
        for (int row = 0; row < open_tile; ++row) {
            const long long shared = tile.at(1 - product.fit_direction, row);
            from[row] = spread + product.first +
                        (shared < product.shared ? shared : product.shared - 1) * nodes;
        }
        T own[open_tile][open_tile] = {};  // [shared][fit]
        const auto add_nodes = [&]<int steps>(long long first, Steps<steps> /*together*/) {
            T near[steps][open_tile];
            T fit[steps][open_tile];
            for (int step = 0; step < steps; ++step) {
                for (int at = 0; at < open_tile; ++at) {
                    near[step][at] = from[at][first + step];
                    fit[step][at] = fits[(first + step) * product.fit_count + at * fits_apart];
                }
            }
            for (int step = 0; step < steps; ++step) {
                for (int row = 0; row < open_tile; ++row) {
                    for (int column = 0; column < open_tile; ++column) {
                        own[row][column] += near[step][row] * fit[step][column];
                    }
                }
            }
        };
        in_steps(nodes, add_nodes);
        for (int row = 0; row < open_tile; ++row) {
            for (int column = 0; column < open_tile; ++column) {
                sum[row][column] += fits_faster ? own[row][column] : own[column][row];
            }
        }
    }

    constexpr void store(const OpenFace& face, long long row, long long faster, long long slower,
                         T sum) const
    {
        const long long n = face.first + slower * face.counts[0] + faster;
        const T across =
            rings[face.ring + (face.fast == 0 ? slower * row + faster : faster * row + slower)];
        const T beside = static_cast<T>(face.half) * charges[n];
        values[n] = sum + across + beside;
    }
};

}  // namespace tobiuo::poisson
