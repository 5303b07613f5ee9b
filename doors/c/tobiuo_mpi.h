// SPDX-License-Identifier: BSD-3-Clause
// The ranks of an MPI communicator for the solvers of tobiuo.h. This header is compiled with the
// caller's MPI, which the library does not know.
#ifndef TOBIUO_MPI_H
#define TOBIUO_MPI_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <tobiuo.h>

#ifdef __cplusplus
extern "C" {
#endif

//     tobiuo_communicator ranks;
//     tobiuo_mpi_create(MPI_COMM_WORLD, &ranks);
//     tobiuo_flow_create_on_ranks(&problem, NULL, &ranks, &options, &solver);
//     ...
//     tobiuo_flow_destroy(solver);
//     tobiuo_mpi_destroy(&ranks);  // after its solvers, and before MPI_Finalize
//
// Messages go over a duplicate of the communicator, and so never meet those of the caller. MPI
// needs MPI_THREAD_SERIALIZED if other threads of the rank call it, too.

enum { TOBIUO_MPI_TAG = 0 };  // of messages on the duplicate

// The bytes of the piece of a message that begins at `at`: MPI counts bytes in an int, so that
// longer messages go in pieces.
static inline int tobiuo_mpi_piece(int64_t bytes, int64_t at)
{
    const int64_t longest = (int64_t)1 << 30;
    return (int)(bytes - at < longest ? bytes - at : longest);
}

// The pieces of a message; one if it has no bytes.
static inline int64_t tobiuo_mpi_pieces(int64_t bytes)
{
    int64_t pieces = 0;
    int64_t at = 0;
    do {
        at += tobiuo_mpi_piece(bytes, at);
        ++pieces;
    } while (at < bytes);
    return pieces;
}

static inline int tobiuo_mpi_receive(MPI_Comm ranks, const tobiuo_incoming* message,
                                     MPI_Request* requests, int* count)
{
    int64_t at = 0;
    do {
        const int bytes = tobiuo_mpi_piece(message->bytes, at);
        const int status = MPI_Irecv((char*)message->data + at, bytes, MPI_BYTE, message->from,
                                     TOBIUO_MPI_TAG, ranks, &requests[*count]);
        if (status != MPI_SUCCESS) {
            return status;
        }
        ++*count;
        at += bytes;
    } while (at < message->bytes);
    return MPI_SUCCESS;
}

static inline int tobiuo_mpi_send(MPI_Comm ranks, const tobiuo_outgoing* message,
                                  MPI_Request* requests, int* count)
{
    int64_t at = 0;
    do {
        const int bytes = tobiuo_mpi_piece(message->bytes, at);
        const int status = MPI_Isend((const char*)message->data + at, bytes, MPI_BYTE, message->to,
                                     TOBIUO_MPI_TAG, ranks, &requests[*count]);
        if (status != MPI_SUCCESS) {
            return status;
        }
        ++*count;
        at += bytes;
    } while (at < message->bytes);
    return MPI_SUCCESS;
}

// Sends and receives with as many requests as there are pieces.
static inline int tobiuo_mpi_exchange_by(MPI_Comm ranks, const tobiuo_messages* messages,
                                         MPI_Request* requests)
{
    int count = 0;
    for (int64_t at = 0; at < messages->receive_count; ++at) {
        const int status = tobiuo_mpi_receive(ranks, &messages->receives[at], requests, &count);
        if (status != MPI_SUCCESS) {
            return status;
        }
    }
    for (int64_t at = 0; at < messages->send_count; ++at) {
        const int status = tobiuo_mpi_send(ranks, &messages->sends[at], requests, &count);
        if (status != MPI_SUCCESS) {
            return status;
        }
    }
    return MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

// The tobiuo_exchange of MPI; `context` points at an MPI_Comm.
static inline int tobiuo_mpi_exchange(void* context, const tobiuo_messages* messages, char* text,
                                      int64_t text_bytes)
{
    int64_t pieces = 1;  // malloc(0) may be null
    for (int64_t at = 0; at < messages->receive_count; ++at) {
        pieces += tobiuo_mpi_pieces(messages->receives[at].bytes);
    }
    for (int64_t at = 0; at < messages->send_count; ++at) {
        pieces += tobiuo_mpi_pieces(messages->sends[at].bytes);
    }
    MPI_Request* requests = (MPI_Request*)malloc((size_t)pieces * sizeof(MPI_Request));
    if (requests == NULL) {
        return MPI_ERR_NO_MEM;
    }
    const int status = tobiuo_mpi_exchange_by(*(MPI_Comm*)context, messages, requests);
    free(requests);
    if (status != MPI_SUCCESS) {
        char reason[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(status, reason, &length);
        snprintf(text, (size_t)text_bytes,
                 "MPI could not exchange messages (%s): look for the first rank that ended",
                 reason);
    }
    return status;
}

// Gives back what tobiuo_mpi_create has made. Collective; does nothing after MPI_Finalize or for a
// communicator that it has not made. Returns what MPI does.
static inline int tobiuo_mpi_destroy(tobiuo_communicator* communicator)
{
    int status = MPI_SUCCESS;
    int finalized = 0;
    MPI_Comm* duplicate = (MPI_Comm*)communicator->context;
    if (duplicate == NULL) {
        return status;
    }
    MPI_Finalized(&finalized);
    if (!finalized) {
        status = MPI_Comm_free(duplicate);
    }
    free(duplicate);
    communicator->context = NULL;
    return status;
}

// Fills in a communicator with the ranks of `parent`. Collective. Returns MPI_SUCCESS, or the error
// of MPI that prevented it, where nothing need be destroyed.
static inline int tobiuo_mpi_create(MPI_Comm parent, tobiuo_communicator* communicator)
{
    const tobiuo_communicator none = {0, 0, NULL, NULL, 0, 0};
    int rank = 0;
    int size = 0;
    MPI_Comm* duplicate = (MPI_Comm*)malloc(sizeof(MPI_Comm));
    *communicator = none;
    if (duplicate == NULL) {
        return MPI_ERR_NO_MEM;
    }
    int status = MPI_Comm_dup(parent, duplicate);
    if (status != MPI_SUCCESS) {
        free(duplicate);
        return status;
    }
    communicator->context = duplicate;
    communicator->exchange = tobiuo_mpi_exchange;
    status = MPI_Comm_set_errhandler(*duplicate, MPI_ERRORS_RETURN);
    if (status == MPI_SUCCESS) {
        status = MPI_Comm_rank(*duplicate, &rank);
    }
    if (status == MPI_SUCCESS) {
        status = MPI_Comm_size(*duplicate, &size);
    }
    if (status != MPI_SUCCESS) {
        tobiuo_mpi_destroy(communicator);
        return status;
    }
    communicator->rank = rank;
    communicator->size = size;
    return MPI_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#endif
