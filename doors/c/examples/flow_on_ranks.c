// SPDX-License-Identifier: BSD-3-Clause
/* Vortices that decay in a box whose planes the ranks of an MPI program divide: each compares its
 * planes with those of the same flow on one rank. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tobiuo_mpi.h>

enum { cells = 16, plane = cells * cells, points = cells * plane, steps = 20 };

static void check(int status)
{
    if (status != TOBIUO_OK) {
        fprintf(stderr, "%s\n", tobiuo_last_error());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void check_mpi(int status)
{
    if (status != MPI_SUCCESS) {
        fprintf(stderr, "MPI refuses (error %d)\n", status);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static double position(const tobiuo_flow_solver* solver, int component, int axis, int64_t index)
{
    double found = 0.0;
    check(tobiuo_flow_position(solver, component, axis, index, &found));
    return found;
}

/* Computes the planes of a solver from u = sin x cos y cos z, v = -cos x sin y cos z, and writes
 * their velocity; returns the kinetic energy of the whole box before the last step. */
static double flow(tobiuo_flow_solver* solver, double* u, double* v, double* w)
{
    int64_t first = 0;
    int64_t count = 0;
    check(tobiuo_flow_planes(solver, &first, &count));
    for (int64_t k = 0; k < count; ++k) {
        /* indices count the planes of the whole box */
        const double z = position(solver, 0, 2, first + k);
        for (int j = 0; j < cells; ++j) {
            for (int i = 0; i < cells; ++i) {
                const int64_t at = (k * cells + j) * cells + i;
                u[at] = sin(position(solver, 0, 0, i)) * cos(position(solver, 0, 1, j)) * cos(z);
                v[at] = -cos(position(solver, 1, 0, i)) * sin(position(solver, 1, 1, j)) * cos(z);
                w[at] = 0.0;
            }
        }
    }
    check(tobiuo_flow_start(solver, u, v, w, count * plane, NULL));
    check(tobiuo_flow_step(solver, 0.05, steps, NULL));
    check(tobiuo_flow_velocity(solver, u, v, w, count * plane, NULL));
    tobiuo_flow_observed found;
    check(tobiuo_flow_observed_and_wait(solver, &found));
    return found.kinetic_energy;
}

int main(int argc, char** argv)
{
    check_mpi(MPI_Init(&argc, &argv));
    const double length = 2.0 * acos(-1.0);
    const tobiuo_axis axis = {.cells = cells, .upper = length};
    const tobiuo_flow_problem problem = {
        .axes = {axis, axis, axis}, .viscosity = 0.05, .precision = TOBIUO_DOUBLE};
    const tobiuo_options options = {.backend = TOBIUO_CPU, .threads = 1};
    static double u[points], v[points], w[points], whole_u[points], whole_v[points],
        whole_w[points];

    tobiuo_communicator ranks;
    check_mpi(tobiuo_mpi_create(MPI_COMM_WORLD, &ranks));
    tobiuo_flow_solver* solver = NULL;
    check(tobiuo_flow_create_on_ranks(&problem, NULL, &ranks, &options, &solver));
    int64_t first = 0;
    int64_t count = 0;
    check(tobiuo_flow_planes(solver, &first, &count));
    const double energy = flow(solver, u, v, w);
    check(tobiuo_flow_destroy(solver));
    check_mpi(tobiuo_mpi_destroy(&ranks));

    check(tobiuo_flow_create(&problem, &options, &solver));
    const double whole_energy = flow(solver, whole_u, whole_v, whole_w);
    check(tobiuo_flow_destroy(solver));
    double difference = fabs(energy - whole_energy);
    for (int64_t at = 0; at < count * plane; ++at) {
        difference = fmax(difference, fabs(u[at] - whole_u[first * plane + at]));
        difference = fmax(difference, fabs(v[at] - whole_v[first * plane + at]));
        difference = fmax(difference, fabs(w[at] - whole_w[first * plane + at]));
    }
    printf("rank %d of %d: planes %d to %d differ from those of one rank by %.1e\n",
           (int)ranks.rank, (int)ranks.size, (int)first, (int)(first + count - 1), difference);
    check_mpi(MPI_Finalize());
    return difference < 1e-13 ? 0 : 1;
}
