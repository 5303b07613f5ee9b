# Run with cmake -P at every build: writes OUTPUT from TEMPLATE with the revision of ROOT; the
# file changes, and so is recompiled, only when the revision did.
execute_process(COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(REVISION unknown)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
