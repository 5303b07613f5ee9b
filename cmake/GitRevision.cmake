# SPDX-License-Identifier: BSD-3-Clause
# Writes OUTPUT from TEMPLATE with the revision of ROOT, if the revision changed, so that the file
# is recompiled only then. Run with cmake -P at every build.
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(REVISION unknown)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
