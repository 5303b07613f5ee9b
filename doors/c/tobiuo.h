// SPDX-License-Identifier: BSD-3-Clause
// The C interface of tobiuo: Fourier transforms, Poisson and flow solvers on GPUs and CPUs.
#ifndef TOBIUO_H
#define TOBIUO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Every function but the first three returns a tobiuo_status; unless it is TOBIUO_OK, nothing was
// computed, but for earlier ones of several steps, and tobiuo_last_error() has the sentence.
// Arrays have x contiguous, [z][y][x]. A handle is made by a function *_create and given back by
// *_destroy, which accepts null. Handles may be used by any threads.
//
// With CUDA arrays are in the GPU's memory, and calls enqueue and do not wait: handle and arrays must
// live until the work is done. Streams are cudaStream_t; null is the device's default stream, and
// other back ends ignore them. With OpenCL arrays are in host memory; a call copies them to the device
// and back, and returns when its work is done. A handle of CUDA or OpenCL serves one execution at a
// time.

// The number in the name of the shared library: it changes when programs must be compiled again.
// Functions and constants may be added without that; an older library refuses these constants.
#define TOBIUO_ABI_VERSION 2

typedef enum tobiuo_status {
    TOBIUO_OK = 0,
    TOBIUO_INVALID_ARGUMENT = 1,  // the caller's arguments cannot be
    TOBIUO_DEVICE_ERROR = 2,      // there is no such back end here, or the device refuses
    TOBIUO_OUT_OF_MEMORY = 3,     // the host's memory does not suffice
    TOBIUO_FAILED = 4             // anything else
} tobiuo_status;

enum {
    TOBIUO_BACKEND_AUTO = 0,  // CUDA where this machine can, else the CPU; never OpenCL
    TOBIUO_CPU = 1,
    TOBIUO_CUDA = 2,
    TOBIUO_OPENCL = 3  // tobiuo_plan, tobiuo_r2r_plan and tobiuo_poisson_solver only
};
enum { TOBIUO_SINGLE = 0, TOBIUO_DOUBLE = 1 };
enum { TOBIUO_C2C = 0, TOBIUO_R2C = 1, TOBIUO_C2R = 2 };
enum {
    TOBIUO_DCT_1 = 0,
    TOBIUO_DCT_2 = 1,
    TOBIUO_DCT_3 = 2,
    TOBIUO_DCT_4 = 3,
    TOBIUO_DST_1 = 4,
    TOBIUO_DST_2 = 5,
    TOBIUO_DST_3 = 6,
    TOBIUO_DST_4 = 7
};
enum { TOBIUO_FORWARD = 0, TOBIUO_INVERSE = 1 };
enum { TOBIUO_OUT_OF_PLACE = 0, TOBIUO_IN_PLACE = 1 };
enum {
    TOBIUO_PERIODIC = 0,
    TOBIUO_DIRICHLET = 1,
    TOBIUO_NEUMANN = 2,
    TOBIUO_OPEN = 3,  // free space; beside several open axes no axis is stretched
    TOBIUO_ROBIN = 4  // a u + b du/dn is given, see tobiuo_poisson_problem
};
enum { TOBIUO_CELL = 0, TOBIUO_NODE = 1 };
enum { TOBIUO_SECOND_ORDER = 0, TOBIUO_FOURTH_ORDER = 1, TOBIUO_SPECTRAL = 2 };
enum { TOBIUO_HARMONIC = 0, TOBIUO_ARITHMETIC = 1, TOBIUO_GEOMETRIC = 2 };
enum {
    TOBIUO_SCALED_AUTOMATICALLY = 0,  // by the root of a smooth coefficient, else by its mean
    TOBIUO_SCALED_BY_MEAN = 1,
    TOBIUO_SCALED_BY_ROOT = 2
};
enum {
    TOBIUO_FACE_PERIODIC = 0,
    TOBIUO_NO_SLIP = 1,    // the velocity of the wall, which has no part across it
    TOBIUO_FREE_SLIP = 2,  // no velocity across the face and no friction along it
    TOBIUO_INFLOW = 3,     // a given velocity; it is zero where a part of the face is a wall
    TOBIUO_OUTFLOW = 4     // what arrives leaves at a constant speed; the pressure is zero there
};
enum {
    TOBIUO_SCALAR_FLUX = 0,  // what diffuses into the box is given: 0 is a face that insulates
    TOBIUO_SCALAR_VALUE = 1  // the scalar on the face is given
};
enum {
    TOBIUO_FORCING = 0,  // velocities beside the surface of a body are forced
    TOBIUO_CLOSED = 1    // the body is whole cells, and nothing goes through their faces
};

// The version of the library, "0.3.0", and the TOBIUO_ABI_VERSION that it was built with.
const char* tobiuo_version(void);
int tobiuo_abi_version(void);
// The sentence of the last call of this thread that failed; valid until its next one fails.
const char* tobiuo_last_error(void);

// TOBIUO_OK if this machine can run on the back end; else TOBIUO_DEVICE_ERROR and the reason.
int tobiuo_backend_check(int backend);
// The OpenCL device of this process with its platform, version and driver, valid to its end.
int tobiuo_opencl_device(const char** text);

// A discrete Fourier transform over one to three axes, not scaled: inverse after forward gives the
// number of points times the input. The complex side of r2c and c2r is [batch][z][y][x/2 + 1]; in
// place the rows of the real side are padded to 2 (x/2 + 1). c2r may overwrite its input. Arrays begin
// at multiples of a complex number, 8 bytes in single and 16 in double precision.
typedef struct tobiuo_transform {
    int64_t extents[3];  // points along x, y and z of the real side, or of both sides of c2c
    int64_t batch;       // arrays that follow each other
    int32_t kind;        // TOBIUO_C2C, TOBIUO_R2C, TOBIUO_C2R
    int32_t direction;   // of c2c; r2c is forward, and c2r inverse whatever stands here
    int32_t precision;   // TOBIUO_SINGLE, TOBIUO_DOUBLE
    int32_t placement;   // TOBIUO_OUT_OF_PLACE, TOBIUO_IN_PLACE
} tobiuo_transform;

// Where a plan or a solver runs; a null pointer to it stands for zeros.
typedef struct tobiuo_options {
    int32_t backend;  // TOBIUO_BACKEND_AUTO, TOBIUO_CPU, TOBIUO_CUDA, TOBIUO_OPENCL
    int32_t threads;  // on the CPU; 0 stands for as many as the size is worth
} tobiuo_options;

typedef struct tobiuo_plan tobiuo_plan;

int tobiuo_plan_create(const tobiuo_transform* transform, const tobiuo_options* options,
                       tobiuo_plan** plan);
// Transforms `in` to `out`, which are equal for a plan in place. The bytes of both arrays must be at
// least those of tobiuo_plan_bytes().
int tobiuo_plan_execute(const tobiuo_plan* plan, void* in, int64_t in_bytes, void* out,
                        int64_t out_bytes, void* stream);
int tobiuo_plan_bytes(const tobiuo_plan* plan, int64_t* in_bytes, int64_t* out_bytes);
int tobiuo_plan_backend(const tobiuo_plan* plan, int* backend);
// One line for a log, valid until the plan is destroyed.
int tobiuo_plan_describe(const tobiuo_plan* plan, const char** text);
int tobiuo_plan_destroy(tobiuo_plan* plan);

// Functions in CUDA C++ that a plan with CUDA calls for each element, as <tobiuo/fft/functions.hpp>
// describes them; Element is Real on the real side of a transform, else Complex:
//     Element NAME(Element value, const Index& index, const void* data)
typedef struct tobiuo_function {
    const char* source;  // null: there is no such function
    const char* name;
} tobiuo_function;

typedef struct tobiuo_functions {
    tobiuo_function load;     // of what is loaded from `in`
    tobiuo_function between;  // of the spectrum, of pointwise plans
    tobiuo_function store;    // of what is stored to `out`
    // 1: `load` has no value, NAME(const Index&, const void*), and is the input. Out of place the
    // `in` of c2c and r2c is then left aside and may be null, with 0 bytes.
    int32_t load_is_input;
    int32_t reserved;  // 0
} tobiuo_functions;

// What the functions receive as `data`: addresses in the GPU's memory, or null.
typedef struct tobiuo_function_data {
    const void* load;
    const void* between;
    const void* store;
} tobiuo_function_data;

// A plan with functions at load and store, of which either may be missing.
int tobiuo_plan_create_with_functions(const tobiuo_transform* transform,
                                      const tobiuo_functions* functions,
                                      const tobiuo_options* options, tobiuo_plan** plan);
// As tobiuo_plan_execute(), with the data of the functions: `data` null stands for three nulls.
// Data for a function that the plan does not have is refused.
int tobiuo_plan_execute_with_data(const tobiuo_plan* plan, void* in, int64_t in_bytes, void* out,
                                  int64_t out_bytes, const tobiuo_function_data* data,
                                  void* stream);

// Cosine and sine transforms of real numbers along each axis, as <tobiuo/fft/r2r_plan.hpp> and FFTW
// define them; axes of one point are not transformed.
typedef struct tobiuo_r2r {
    int64_t extents[3];  // points along x, y and z
    int64_t batch;       // arrays that follow each other
    double scale;        // the result is multiplied by it; 0 stands for 1
    int32_t kinds[3];    // along x, y and z: TOBIUO_DCT_1 to TOBIUO_DST_4
    int32_t precision;   // TOBIUO_SINGLE, TOBIUO_DOUBLE
    int32_t placement;   // TOBIUO_OUT_OF_PLACE, TOBIUO_IN_PLACE
    int32_t reserved;    // 0
} tobiuo_r2r;

typedef struct tobiuo_r2r_plan tobiuo_r2r_plan;

int tobiuo_r2r_plan_create(const tobiuo_r2r* transform, const tobiuo_options* options,
                           tobiuo_r2r_plan** plan);
// Transforms `in` to `out`, which are equal for a plan in place, arrays of `count` values each.
int tobiuo_r2r_plan_execute(const tobiuo_r2r_plan* plan, const void* in, void* out, int64_t count,
                            void* stream);
int tobiuo_r2r_plan_backend(const tobiuo_r2r_plan* plan, int* backend);
int tobiuo_r2r_plan_describe(const tobiuo_r2r_plan* plan, const char** text);
int tobiuo_r2r_plan_destroy(tobiuo_r2r_plan* plan);

// A plan of a transform, a function in CUDA C++ of every element of the spectrum, and the inverse
// transform (c2c or r2c, forward); with CUDA only. The function has the signature
//     Complex NAME(Complex value, const Index& index, const void* data)
// as <tobiuo/fft/pointwise_plan.hpp> describes it.
typedef struct tobiuo_pointwise_plan tobiuo_pointwise_plan;

int tobiuo_pointwise_plan_create(const tobiuo_transform* transform, const char* source,
                                 const char* function, const tobiuo_options* options,
                                 tobiuo_pointwise_plan** plan);
// Both arrays have at least `bytes`; of r2c the real rows are padded to 2 (x/2 + 1) on both sides in
// place, and on the side of `out` out of place.
int tobiuo_pointwise_plan_execute(const tobiuo_pointwise_plan* plan, void* in, int64_t in_bytes,
                                  void* out, int64_t out_bytes, const void* data, void* stream);
// Creates a plan that also has functions at load and store, of which either may be missing;
// `between` is required.
int tobiuo_pointwise_plan_create_with_functions(const tobiuo_transform* transform,
                                                const tobiuo_functions* functions,
                                                const tobiuo_options* options,
                                                tobiuo_pointwise_plan** plan);
int tobiuo_pointwise_plan_execute_with_data(const tobiuo_pointwise_plan* plan, void* in,
                                            int64_t in_bytes, void* out, int64_t out_bytes,
                                            const tobiuo_function_data* data, void* stream);
int tobiuo_pointwise_plan_destroy(tobiuo_pointwise_plan* plan);

// Ranks are the processes of a parallel program, or threads of one, each of which has neighbouring
// planes of z of a Poisson problem or of a flow and a solver for them. Arrays of such a solver hold
// the planes of its rank, [z][y][x], which tobiuo_poisson_planes() and tobiuo_flow_planes() tell.
// Problem, positions and what faces of a flow give are those of the whole box, the same on all
// ranks. Creating, solving, beginning and advancing a flow, tobiuo_flow_set_scalar,
// tobiuo_flow_observed_and_wait and destroying are collective: all ranks make these calls in the
// same order, and a call that one of them refuses leaves the others waiting. Such a solver serves
// one call at a time. Results are those of one rank up to rounding, and have the same bits for as
// many ranks.

// A message to another rank, or to the same one.
typedef struct tobiuo_outgoing {
    const void* data;
    int64_t bytes;
    int32_t to;        // a rank
    int32_t reserved;  // 0
} tobiuo_outgoing;

// The place for a message of another rank, or of the same one.
typedef struct tobiuo_incoming {
    void* data;
    int64_t bytes;
    int32_t from;      // a rank
    int32_t reserved;  // 0
} tobiuo_incoming;

typedef struct tobiuo_messages {
    const tobiuo_outgoing* sends;
    int64_t send_count;
    const tobiuo_incoming* receives;
    int64_t receive_count;
} tobiuo_messages;

// Sends and receives all of these messages between arrays in host memory, and returns when all have
// arrived and been sent. Messages from one rank to another arrive in the order in which they are
// named, and each must find as many bytes as it has, which may be none. It must not make calls on
// the solver.
//
// Returns 0 if that was done. With another number the call of the solver returns TOBIUO_FAILED, and
// arrays and flow have any values: the solver is then good for nothing but to be destroyed. The
// function may write the sentence for tobiuo_last_error() to `text`, which is empty, in at most
// text_bytes bytes with the zero at its end; without one the sentence has the number.
typedef int (*tobiuo_exchange)(void* context, const tobiuo_messages* messages, char* text,
                               int64_t text_bytes);

// The ranks of a program as one of them sees them. <tobiuo_mpi.h> makes it of an MPI communicator.
typedef struct tobiuo_communicator {
    int32_t rank;  // the number of this rank, from 0 to less than size
    int32_t size;
    tobiuo_exchange exchange;
    void* context;  // handed to `exchange`; it must live until the solver is destroyed
    // 1: messages between GPUs go through host memory and `exchange`. 0: GPUs of one machine copy
    // to each other, those of several use NCCL, and only where neither can they take that way.
    int32_t through_host_memory;
    int32_t reserved;  // 0
} tobiuo_communicator;

// One axis of a grid: `cells` cells from `lower` to `upper`. An axis of one periodic cell is
// absent. `nodes` is null, or the cells + 1 nodes of a stretched axis.
typedef struct tobiuo_axis {
    int64_t cells;
    double lower;
    double upper;
    const double* nodes;
    int64_t node_count;       // cells + 1, or 0 where nodes is null
    int32_t lower_condition;  // TOBIUO_PERIODIC at both ends, or another one at each
    int32_t upper_condition;
} tobiuo_axis;

// laplacian(u) + lambda u = f on a box.
typedef struct tobiuo_poisson_problem {
    tobiuo_axis axes[3];  // x, y, z
    double lambda;        // in units of length^-2
    int32_t location;     // values at centres of cells (TOBIUO_CELL) or at nodes (TOBIUO_NODE)
    int32_t op;           // TOBIUO_SECOND_ORDER, TOBIUO_FOURTH_ORDER, TOBIUO_SPECTRAL
    int32_t precision;    // of f, u and the values at walls
    int32_t reserved;     // 0
    // [axis][lower, upper][a, b] of Robin ends: a u + b du/dn is given there. Both have one sign.
    double robin[3][2][2];
    // Null, or a coefficient that changes along one axis: div(rho grad(u)) = f. It has 2 cells + 1
    // values, at the lower end of the axis, in the middle of the first cell, at its upper end and so
    // on; lambda is 0. The solver copies it.
    const double* rho;
    int64_t rho_count;  // of the values, or 0 where rho is null
    int32_t rho_axis;   // 0, 1 or 2
    int32_t padding;    // 0
} tobiuo_poisson_problem;

// The value at a Dirichlet wall, the derivative along the outward normal at a Neumann wall, or a u + b
// du/dn at a Robin wall: `constant`, or where not null `values`, one for each unknown of the two other axes, the faster one
// contiguous, in the memory that holds f.
typedef struct tobiuo_wall {
    double constant;
    const void* values;
    int64_t count;
} tobiuo_wall;

typedef struct tobiuo_poisson_solver tobiuo_poisson_solver;

int tobiuo_poisson_create(const tobiuo_poisson_problem* problem, const tobiuo_options* options,
                          tobiuo_poisson_solver** solver);
// Creates a solver for f, u and values at walls that are in host memory on any back end. A solve
// with CUDA then copies f to the GPU and u back, in parts where the GPU's memory does not hold an
// array, and returns when u is complete. The solver takes at most `device_bytes` of that memory; 0
// stands for what is free, less a tenth.
int tobiuo_poisson_create_for_host_arrays(const tobiuo_poisson_problem* problem,
                                          int64_t device_bytes, const tobiuo_options* options,
                                          tobiuo_poisson_solver** solver);
// Create a solver for the planes of this rank, as <tobiuo/poisson/distributed_solver.hpp> describes
// it, with arrays where those of the functions above are; the communicator is copied. Arrays of
// walls across x and y have the values beside these planes, and walls across z matter on ranks that
// have one of the two planes beside them; all ranks solve with walls, or all without. Refused are
// problems without a z axis, some of one or two axes, and OpenCL.
int tobiuo_poisson_create_on_ranks(const tobiuo_poisson_problem* problem,
                                   const tobiuo_communicator* communicator,
                                   const tobiuo_options* options, tobiuo_poisson_solver** solver);
int tobiuo_poisson_create_on_ranks_for_host_arrays(const tobiuo_poisson_problem* problem,
                                                   const tobiuo_communicator* communicator,
                                                   int64_t device_bytes,
                                                   const tobiuo_options* options,
                                                   tobiuo_poisson_solver** solver);
// Create a solver for `count` problems of this shape at a time, each solved by itself with the bits
// that it has alone, with arrays where those of the first two functions are. `lambdas` is null, or has
// the lambda of each problem, in place of the problem's. f, u and the values at each wall are those of
// all problems, one after the other.
int tobiuo_poisson_create_batch(const tobiuo_poisson_problem* problem, int64_t count,
                                const double* lambdas, const tobiuo_options* options,
                                tobiuo_poisson_solver** solver);
int tobiuo_poisson_create_batch_for_host_arrays(const tobiuo_poisson_problem* problem,
                                                int64_t count, const double* lambdas,
                                                int64_t device_bytes,
                                                const tobiuo_options* options,
                                                tobiuo_poisson_solver** solver);
// A body in the box of a Poisson problem: where a level set is below 0, such as the distance to its
// surface, or -1 inside and 1 outside; one value for each unknown, [z][y][x], linear between them. In
// a conductor and on its surface u has a value; through the faces of the cells of a closed body goes
// nothing.
typedef struct tobiuo_body {
    const double* levels;  // in host memory; tobiuo_poisson_create_with_bodies copies it
    int64_t count;         // of the levels
    double value;          // of u in a conductor
    int32_t conducts;      // 1 for a conductor, 0 for a closed body
    int32_t reserved;      // 0
} tobiuo_body;
// Creates a solver for the equation outside of `count` bodies, as <tobiuo/poisson/body_solver.hpp>
// describes it: each solve takes several of the box, until what is left beside bodies is below
// `tolerance`, and waits. f and u are two arrays.
int tobiuo_poisson_create_with_bodies(const tobiuo_poisson_problem* problem,
                                      const tobiuo_body* bodies, int64_t count, double tolerance,
                                      const tobiuo_options* options,
                                      tobiuo_poisson_solver** solver);
// What the last solve with bodies took: solves of the box, and what it left; 0 without bodies.
int tobiuo_poisson_body_use(const tobiuo_poisson_solver* solver, int64_t* solves, double* residual);
// The coefficient a of div(a grad u) + lambda u = f: `values`, one above 0 for each unknown, [z][y][x],
// in the precision of f, in host memory or in the memory that holds f.
typedef struct tobiuo_coefficient {
    const void* values;  // tobiuo_poisson_create_with_coefficient copies them
    int64_t count;
    double tolerance;    // what may be left of the equation, as a part of f
    int64_t iterations;  // at most
    int32_t face_mean;   // of two unknowns, for the face between them: TOBIUO_HARMONIC, ...
    int32_t scaling;     // TOBIUO_SCALED_AUTOMATICALLY, ...
} tobiuo_coefficient;
// Creates a solver with a coefficient, as <tobiuo/poisson/coefficient_solver.hpp> describes it: each
// solve takes several of the box, and waits; it fails if it does not come to its tolerance. f and u
// are two arrays.
int tobiuo_poisson_create_with_coefficient(const tobiuo_poisson_problem* problem,
                                           const tobiuo_coefficient* coefficient,
                                           const tobiuo_options* options,
                                           tobiuo_poisson_solver** solver);
// What the last solve with a coefficient took: iterations, each with a solve of the box, and what it
// left; 0 without a coefficient.
int tobiuo_poisson_coefficient_use(const tobiuo_poisson_solver* solver, int64_t* iterations,
                                   double* residual);
// A Neumann wall of a problem that is Dirichlet's on a part of its face: where `is_dirichlet` is not 0,
// one for each unknown of the two other axes, the faster one contiguous. Values of the wall are those of
// u there, and derivatives elsewhere.
typedef struct tobiuo_mixed_wall {
    const uint8_t*
        is_dirichlet;  // in host memory; tobiuo_poisson_create_with_mixed_walls copies it
    int64_t count;
    int32_t axis;  // 0, 1, 2
    int32_t end;   // 0: lower, 1: upper
} tobiuo_mixed_wall;
// Creates a solver with `count` mixed walls, as <tobiuo/poisson/mixed_solver.hpp> describes it: each
// solve takes several of the box, until what u misses of its values there is below `tolerance` of what
// it misses without fluxes, and waits. f and u are two arrays.
int tobiuo_poisson_create_with_mixed_walls(const tobiuo_poisson_problem* problem,
                                           const tobiuo_mixed_wall* walls, int64_t count,
                                           double tolerance, const tobiuo_options* options,
                                           tobiuo_poisson_solver** solver);
// What the last solve with mixed walls took: solves of the box, and what it left; 0 without such walls.
int tobiuo_poisson_mixed_use(const tobiuo_poisson_solver* solver, int64_t* solves,
                             double* residual);
// The planes of z that the arrays of this rank hold; all, unless there are several ranks. The count
// is 0 on the last ranks if there are more of them than planes; their arrays may be null.
int tobiuo_poisson_planes(const tobiuo_poisson_solver* solver, int64_t* first, int64_t* count);
// The unknowns of the whole box along x, y and z, and the position of one of them along an axis
// (0, 1, 2).
int tobiuo_poisson_unknowns(const tobiuo_poisson_solver* solver, int64_t counts[3]);
int tobiuo_poisson_position(const tobiuo_poisson_solver* solver, int axis, int64_t index,
                            double* position);
// Solves from f to u, arrays of `count` values each, which may be the same. `walls` is null where
// all are zero, else six: lower and upper along x, along y, along z.
int tobiuo_poisson_solve(const tobiuo_poisson_solver* solver, const void* f, void* u, int64_t count,
                         const tobiuo_wall* walls, void* stream);
// The mean that the last solve removed from f where a constant solves the homogeneous problem, else
// 0: with CUDA the last one on `stream`, for which it waits, on the CPU the last one of this thread,
// with OpenCL or on several ranks the last one of the solver.
int tobiuo_poisson_removed_mean(const tobiuo_poisson_solver* solver, void* stream, double* mean);
// The means of all `count` problems of a batch, in the same way.
int tobiuo_poisson_removed_means(const tobiuo_poisson_solver* solver, void* stream, double* means,
                                 int64_t count);
int tobiuo_poisson_backend(const tobiuo_poisson_solver* solver, int* backend);
int tobiuo_poisson_describe(const tobiuo_poisson_solver* solver, const char** text);
int tobiuo_poisson_destroy(tobiuo_poisson_solver* solver);

// Solves a problem with open ends by convolution with a Green's function of the continuous equation, as
// <tobiuo/poisson/free_space_solver.hpp> describes it; `op` of the problem is not looked at.
typedef struct tobiuo_free_space_solver tobiuo_free_space_solver;
enum { TOBIUO_TRUNCATED = 0, TOBIUO_HOCKNEY = 1 };

// `derivatives` is 1 for what tobiuo_free_space_gradient and tobiuo_free_space_curl need, else 0.
int tobiuo_free_space_create(const tobiuo_poisson_problem* problem, int kernel, int derivatives,
                             const tobiuo_options* options, tobiuo_free_space_solver** solver);
// From f to u, arrays of `count` values each, which may be the same.
int tobiuo_free_space_solve(const tobiuo_free_space_solver* solver, const void* f, void* u,
                            int64_t count, void* stream);
// The derivatives of u along x, y and z, arrays of `count` values; those of absent axes may be null.
int tobiuo_free_space_gradient(const tobiuo_free_space_solver* solver, const void* f,
                               void* const derivatives[3], int64_t count, void* stream);
// The curl of the vector potential whose components solve the problem for those of f; six arrays of
// `count` values, of which those that are read are not those that are written.
int tobiuo_free_space_curl(const tobiuo_free_space_solver* solver, const void* const f[3],
                           void* const curl[3], int64_t count, void* stream);
int tobiuo_free_space_backend(const tobiuo_free_space_solver* solver, int* backend);
int tobiuo_free_space_describe(const tobiuo_free_space_solver* solver, const char** text);
int tobiuo_free_space_destroy(tobiuo_free_space_solver* solver);

// One face of the box of a flow. A profile replaces a number of the velocity: where not null, it has
// one value for each point of the velocity on the face, the faster axis contiguous, in host memory;
// tobiuo_flow_create copies it.
typedef struct tobiuo_flow_face {
    double velocity[3];         // of the wall or of the inflow, along x, y and z
    const double* profiles[3];  // or null
    int64_t profile_count;      // the cells along the face where there are profiles, else 0
    int32_t kind;               // TOBIUO_FACE_PERIODIC at both ends, or one of the others
    int32_t reserved;           // 0
} tobiuo_flow_face;

// The scalar on a face: `number`, or where not null `values`, one for each cell along the face as in
// a profile. On a periodic axis it is not looked at.
typedef struct tobiuo_scalar_face {
    double number;  // the scalar, or what diffuses into the box for each unit of area and time
    const double* values;
    int64_t count;
    int32_t kind;      // TOBIUO_SCALAR_FLUX, TOBIUO_SCALAR_VALUE
    int32_t reserved;  // 0
} tobiuo_scalar_face;

// A scalar s that the flow carries: ds/dt + div(u s) = diffusivity laplacian(s). It adds the force
// buoyancy (s - reference).
typedef struct tobiuo_flow_scalar {
    double diffusivity;           // in length^2 / time
    double buoyancy[3];           // in length / time^2 for each unit of the scalar
    double reference;             // the scalar without buoyancy
    tobiuo_scalar_face faces[6];  // lower and upper across x, across y, across z
} tobiuo_flow_scalar;

// The equations du/dt + div(u u) = -grad p + viscosity laplacian(u) + force, div u = 0 in a box, as
// <tobiuo/flow/problem.hpp> describes them; on the CPU or with CUDA. Pressure and scalar are at
// centres of cells, velocity [k][j][i] along an axis is on the upper face, across that axis, of cell
// (i, j, k).
typedef struct tobiuo_flow_problem {
    tobiuo_axis axes[3];               // x, y, z; their conditions are 0, for the faces say more
    tobiuo_flow_face faces[6];         // lower and upper across x, across y, across z
    double viscosity;                  // kinematic, in length^2 / time
    double force[3];                   // for each unit of mass, in length / time^2
    const tobiuo_flow_scalar* scalar;  // null if the flow carries none
    int32_t precision;                 // of all arrays of the solver
    // The axis along which diffusion is implicit: 1, 2, 3 for x, y, z; 0 where it is along none.
    int32_t implicit_diffusion;
} tobiuo_flow_problem;

// What the last step found out about the velocity before it.
typedef struct tobiuo_flow_observed {
    double mean_velocity[3];    // over the box, weighted by volume
    double kinetic_energy;      // for each unit of mass: half the mean square
    double largest_rate;        // of |u| / dx + |v| / dy + |w| / dz, by which steps are limited
    double largest_divergence;  // of |div u|
} tobiuo_flow_observed;

// A body in a flow, which stays where it is: where a level set is below 0, one value for each cell of
// the whole box at its centre, [z][y][x], linear between them. Its velocity at a place is `velocity`
// and spin x (place - centre).
typedef struct tobiuo_obstacle {
    const double* levels;  // in host memory; copied when it is given
    int64_t count;         // of the levels
    double velocity[3];
    double spin[3];  // in 1 / time
    double centre[3];
    double scalar;        // on the surface, or what diffuses out of it for unit area and time
    int32_t scalar_kind;  // TOBIUO_SCALAR_FLUX, TOBIUO_SCALAR_VALUE
    int32_t method;       // TOBIUO_FORCING, TOBIUO_CLOSED
} tobiuo_obstacle;

// What acts inside the box of a flow beside its force. Texts are formulas of x, y, z and the time
// t, such as "sin(y) * cos(2*t)", and are copied; null or empty ones are 0. See docs/flow.md.
typedef struct tobiuo_flow_sources {
    const char* force[3];       // for each unit of mass, in length / time^2
    double rotation[3];         // twice the angular velocity of the frame, in 1 / time
    const char* scalar;         // what the scalar gains in a unit of time
    double scalar_gradient[3];  // of a mean above which the scalar is counted
    // A sponge: a rate in 1 / time, of x, y and z, at which velocity and scalar tend to targets; of a
    // target that is null or empty nothing is damped.
    const char* sponge_rate;
    const char* sponge_velocity[3];
    const char* sponge_scalar;
} tobiuo_flow_sources;

// A viscosity that is not the same everywhere, see docs/flow.md.
typedef struct tobiuo_flow_eddies {
    int model;        // 0 none, 1 smagorinsky, 2 wale, 3 vreman
    int damping;      // 1: the length of smagorinsky is damped towards walls
    double constant;  // of the model; 0: 0.17, 0.5, 0.07
    double prandtl;   // of the diffusivity that eddies add to the scalar's; 0: 0.7
    const char*
        more_viscosity;  // a formula of x, y, z and t that adds to the viscosity; null: none
    const char* viscosity_of_scalar;  // one of s, the scalar, that adds, too; null: none
} tobiuo_flow_eddies;

// A scalar beside that of the problem, which is number 0: these are counted from 1.
typedef struct tobiuo_flow_further_scalar {
    const tobiuo_flow_scalar* scalar;
    int advection;       // as scalar_advection of tobiuo_flow_parts
    int reserved;        // 0
    const char* source;  // as tobiuo_flow_sources has them; null or empty for none
    double gradient[3];
    const char* sponge;
    // What each obstacle gives it, kinds as scalar_kind of tobiuo_obstacle; null: all insulate.
    const int32_t* obstacle_kinds;
    const double* obstacle_values;
} tobiuo_flow_further_scalar;

// More of a flow; what is null or 0 is left out.
typedef struct tobiuo_flow_parts {
    // 3, or 0: steps solve Poisson's equation after each of their stages; 1: after the last one only.
    // Then the Courant number is at most 1, and the pressure is that at the end of a step.
    int projections;
    // 0: the scalar is carried by the mean of two cells; 1: so that it stays within its bounds, see
    // tobiuo::flow::ScalarAdvection.
    int scalar_advection;
    const tobiuo_flow_sources* sources;
    const tobiuo_flow_eddies* eddies;
    // Six roughness lengths of walls whose friction is that of the logarithmic law, in the order of the
    // faces; 0 of a smooth wall, NaN of other faces.
    const double* roughness;
    const tobiuo_flow_further_scalar* further_scalars;
    int64_t further_scalar_count;
} tobiuo_flow_parts;

// What the flow does to an obstacle, divided by the density and, where axes are absent, of a unit of
// length along them.
typedef struct tobiuo_obstacle_force {
    double force[3];
    double torque[3];    // about the origin
    double pressure[3];  // the part of the force that is the pressure on a closed one; else 0
    double scalar;       // that one with a value of it gives the flow in a unit of time
} tobiuo_obstacle_force;

typedef struct tobiuo_flow_solver tobiuo_flow_solver;

// Arrays of a flow have `count` values, one for each cell at least, in the memory that the solver
// works on. One call at a time, all on the same stream.
int tobiuo_flow_create(const tobiuo_flow_problem* problem, const tobiuo_options* options,
                       tobiuo_flow_solver** solver);
// Creates a solver with six flow rates, in the order of the faces: what flows into the box through
// an inflow face in a unit of time, below 0 where it leaves. The velocity across the face is scaled
// to it; NaN takes the velocity as it is, and must stand for faces of other kinds. Null: none has a
// rate.
int tobiuo_flow_create_with_rates(const tobiuo_flow_problem* problem, const double* rates,
                                  const tobiuo_options* options, tobiuo_flow_solver** solver);
// Creates a solver for the planes of this rank, of which each has two at least; `rates` are null or
// six as above, and the communicator is copied. tobiuo_flow_observed_and_wait() tells what is found
// in the whole box, and a state is that of the planes. Refused are implicit diffusion along z, and
// buoyancy along outflow faces.
int tobiuo_flow_create_on_ranks(const tobiuo_flow_problem* problem, const double* rates,
                                const tobiuo_communicator* communicator,
                                const tobiuo_options* options, tobiuo_flow_solver** solver);
// Creates a solver of a flow around `count` obstacles, alone where the communicator is null, else as
// tobiuo_flow_create_on_ranks; `closed_tolerance` is what closed ones may let through, 0 for 1e-6.
int tobiuo_flow_create_with_obstacles(const tobiuo_flow_problem* problem, const double* rates,
                                      const tobiuo_obstacle* obstacles, int64_t count,
                                      double closed_tolerance,
                                      const tobiuo_communicator* communicator,
                                      const tobiuo_options* options, tobiuo_flow_solver** solver);
// Creates a solver as tobiuo_flow_create_with_obstacles does, of a flow in which `sources` act; `count`
// may be 0.
int tobiuo_flow_create_with_sources(const tobiuo_flow_problem* problem, const double* rates,
                                    const tobiuo_flow_sources* sources,
                                    const tobiuo_obstacle* obstacles, int64_t count,
                                    double closed_tolerance,
                                    const tobiuo_communicator* communicator,
                                    const tobiuo_options* options, tobiuo_flow_solver** solver);
// Creates a solver as tobiuo_flow_create_with_obstacles does, of a flow with these parts; `count`
// may be 0.
int tobiuo_flow_create_with_parts(const tobiuo_flow_problem* problem, const double* rates,
                                  const tobiuo_flow_parts* parts, const tobiuo_obstacle* obstacles,
                                  int64_t count, double closed_tolerance,
                                  const tobiuo_communicator* communicator,
                                  const tobiuo_options* options, tobiuo_flow_solver** solver);
// The time at which the next step begins, for sources that change: 0 in a new solver, and each step
// adds its length.
int tobiuo_flow_set_time(tobiuo_flow_solver* solver, double time);

// Replaces the obstacles by the same ones, `count` as before, where and as fast as they are at the end
// of the next step; none is closed. Collective; waits for the stream.
int tobiuo_flow_set_obstacles(tobiuo_flow_solver* solver, const tobiuo_obstacle* obstacles,
                              int64_t count, void* stream);

// The mean forces on the `count` obstacles over the last step; 0 before the first one. Collective;
// waits for the step.
int tobiuo_flow_obstacle_forces_and_wait(const tobiuo_flow_solver* solver,
                                         tobiuo_obstacle_force* forces, int64_t count,
                                         void* stream);
// What closed obstacles took in the last step: solves of Poisson's equation, and what they left.
int tobiuo_flow_closing_use(const tobiuo_flow_solver* solver, int64_t* projections,
                            double* residual);
// The planes of z that the arrays of this rank hold; all, unless there are several ranks.
int tobiuo_flow_planes(const tobiuo_flow_solver* solver, int64_t* first, int64_t* count);
// The cells that arrays hold, those of this rank, and the values that tobiuo_flow_state() writes.
int tobiuo_flow_values(const tobiuo_flow_solver* solver, int64_t* cells, int64_t* state_values);
// The position along an axis (0, 1, 2) of a value of a velocity component (0, 1, 2), or of pressure
// and scalar (3); indices count the cells of the whole box.
int tobiuo_flow_position(const tobiuo_flow_solver* solver, int component, int axis, int64_t index,
                         double* position);
// Begins with this velocity without the part that has divergence.
int tobiuo_flow_start(tobiuo_flow_solver* solver, const void* u, const void* v, const void* w,
                      int64_t count, void* stream);
// Begins where another solver of the problem on the same back end was when it wrote the state, of
// which there are `count` values. Steps go on with the same bits.
int tobiuo_flow_resume(tobiuo_flow_solver* solver, const void* state, int64_t count, void* stream);
// Gives the scalar these values; in a new solver it is zero.
int tobiuo_flow_set_scalar(tobiuo_flow_solver* solver, const void* values, int64_t count,
                           void* stream);
// The same of the scalar of a number.
int tobiuo_flow_set_scalar_of(tobiuo_flow_solver* solver, int number, const void* values,
                              int64_t count, void* stream);
// Replaces the force in later steps.
int tobiuo_flow_set_force(tobiuo_flow_solver* solver, const double force[3]);
// Advances the flow by `steps` steps of `time_step` each. Fails before start or resume.
int tobiuo_flow_step(tobiuo_flow_solver* solver, double time_step, int64_t steps, void* stream);
// The longest stable time step for a largest rate and a Courant number, of which 1.73 is the
// limit, or 1 with one projection a step; where the viscosity varies, for that of the last step,
// for which it waits, and it fails before start or resume; infinite for a fluid at rest without
// friction. `by_friction` (or null) is whether viscosity or diffusivity limits it more than the
// velocity. The rate that tobiuo_flow_observed has is that of the velocities through the faces of
// cells: beside walls that move along themselves theirs counts, too.
int tobiuo_flow_step_limit(const tobiuo_flow_solver* solver, double rate, double cfl,
                           double* time_step, int* by_friction);
// What the last step found out about the velocity before it, or after start or resume about the
// velocity that they left. On a GPU it waits for what finds it.
int tobiuo_flow_observed_and_wait(const tobiuo_flow_solver* solver, tobiuo_flow_observed* observed);
// Write the velocity, which has no divergence, to three arrays apart from each other; the pressure
// of the last stage, zero before the first
// step, whose mean is zero unless a face is an outflow; the scalar; and all that steps depend on.
int tobiuo_flow_velocity(const tobiuo_flow_solver* solver, void* u, void* v, void* w, int64_t count,
                         void* stream);
int tobiuo_flow_pressure(const tobiuo_flow_solver* solver, void* p, int64_t count, void* stream);
int tobiuo_flow_scalar_values(const tobiuo_flow_solver* solver, void* values, int64_t count,
                              void* stream);
int tobiuo_flow_scalar_values_of(const tobiuo_flow_solver* solver, int number, void* values,
                                 int64_t count, void* stream);
int tobiuo_flow_state(const tobiuo_flow_solver* solver, void* state, int64_t count, void* stream);
// Bytes of memory that the solver owns.
int tobiuo_flow_memory_bytes(const tobiuo_flow_solver* solver, int64_t* bytes);
int tobiuo_flow_backend(const tobiuo_flow_solver* solver, int* backend);
int tobiuo_flow_describe(const tobiuo_flow_solver* solver, const char** text);
int tobiuo_flow_destroy(tobiuo_flow_solver* solver);

// The gradients of a function of the state that a number of steps leave: the discrete adjoint of these,
// as <tobiuo/flow/adjoint.hpp> describes it. Explicit diffusion, three projections, periodic faces, walls
// and inflows, one scalar or none; else creating it fails.
typedef struct tobiuo_flow_adjoint tobiuo_flow_adjoint;

// Creates the adjoint of `steps` steps of `time_step` of the problem that a solver has, which may go: with
// the force of the last tobiuo_flow_set_force(), and not with one that is set later.
// `steps_between`: between how many of them a state is kept, 0 for about sqrt(steps / 3);
// `states_on_device`: how many of these are where the solver works, the older ones being in memory of the
// host, -1 for all. It works where the solver does; of the options `threads` alone counts.
int tobiuo_flow_adjoint_create(const tobiuo_flow_solver* solver, double time_step, int64_t steps,
                               int64_t steps_between, int64_t states_on_device,
                               const tobiuo_options* options, tobiuo_flow_adjoint** adjoint);
// Takes viscosity, force, diffusivity and what faces give from a problem that is otherwise that of the
// solver, for later calls of tobiuo_flow_adjoint_advance().
int tobiuo_flow_adjoint_set_numbers(tobiuo_flow_adjoint* adjoint,
                                    const tobiuo_flow_problem* problem, void* stream);
// Advances the flow by all steps from a state of tobiuo_flow_state(), of `count` values, and writes the
// last one to `end`. `projects`: 0 begins as tobiuo_flow_resume() does, 1 as tobiuo_flow_start().
int tobiuo_flow_adjoint_advance(tobiuo_flow_adjoint* adjoint, const void* state, int projects,
                                void* end, int64_t count, void* stream);
// From the gradient of a function by each value of `end`, finds that by each value of `state`.
int tobiuo_flow_adjoint_backward(tobiuo_flow_adjoint* adjoint, const void* by_end, void* by_state,
                                 int64_t count, void* stream);
// The gradients by force (along x, y, z), viscosity and diffusivity (or null), of the last backward call,
// for which it waits.
int tobiuo_flow_adjoint_gradients_and_wait(tobiuo_flow_adjoint* adjoint, double force[3],
                                           double* viscosity, double* diffusivity, void* stream);
// Those by what a face gives (0 to 5: lower and upper across x, across y, across z) of u, v, w or the
// scalar (0 to 3), as they were found by tobiuo_flow_adjoint_gradients_and_wait(): one value for each
// point of the face, as in a profile. `count` becomes how many there are, 0 where nothing is given;
// `values` is null or has room for so many.
int tobiuo_flow_adjoint_face(const tobiuo_flow_adjoint* adjoint, int face, int quantity,
                             double* values, int64_t* count);
int tobiuo_flow_adjoint_memory_bytes(const tobiuo_flow_adjoint* adjoint, int64_t* bytes);
int tobiuo_flow_adjoint_backend(const tobiuo_flow_adjoint* adjoint, int* backend);
int tobiuo_flow_adjoint_describe(const tobiuo_flow_adjoint* adjoint, const char** text);
int tobiuo_flow_adjoint_destroy(tobiuo_flow_adjoint* adjoint);

#ifdef __cplusplus
}
#endif

#endif
