// driver/view_fields.h - the members of a view that JSON has, and under which key: json*.c write
// them, and view_read*.c reads them back, by the same lines.
//
// X(type, member, key); type: text - always one; word - null for ""; number; count - null for 0;
// flag; real; whole; texts; bytes; frames. Members of other types have functions of their own.
#ifndef MC_DRIVER_VIEW_FIELDS_H
#define MC_DRIVER_VIEW_FIELDS_H

#define PLACE_FIELDS(X)                                                                            \
  X(word, file, "file")                                                                            \
  X(count, line, "line")                                                                           \
  X(word, function, "function")                                                                    \
  X(word, expression, "expression")                                                                \
  X(word, source, "source")                                                                        \
  X(word, path, "path")                                                                            \
  X(word, inside, "inside")

#define STEP_FIELDS(X)                                                                             \
  X(number, thread, "thread_number")                                                               \
  X(text, text, "text")                                                                            \
  X(text, in_column, "text_in_column")                                                             \
  X(text, thread_name, "thread")                                                                   \
  X(text, operation, "operation")                                                                  \
  X(word, object, "object")                                                                        \
  X(flag, is_apart, "is_apart")                                                                    \
  X(flag, is_library, "is_library")                                                                \
  X(flag, is_preempting, "is_preempting")

#define END_FIELDS(X)                                                                              \
  X(text, thread_name, "thread")                                                                   \
  X(text, thread, "thread_long")                                                                   \
  X(text, state, "state")                                                                          \
  X(texts, awaited, "awaited")                                                                     \
  X(flag, is_in_circle, "is_in_circle")

#define CALL_FIELDS(X)                                                                             \
  X(text, thread, "thread")                                                                        \
  X(text, thread_long, "thread_long")                                                              \
  X(count, step, "before_step")                                                                    \
  X(frames, frames, "stack")

#define ACCESS_FIELDS(X)                                                                           \
  X(text, thread, "thread")                                                                        \
  X(text, kind, "access")                                                                          \
  X(text, thread_long, "thread_long")                                                              \
  X(number, step, "step")                                                                          \
  X(flag, is_step, "is_step")                                                                      \
  X(flag, is_pending, "is_pending")                                                                \
  X(texts, locks, "locks")                                                                         \
  X(frames, frames, "stack")

#define RACE_FIELDS(X)                                                                             \
  X(word, guard.lock, "missing_lock")                                                              \
  X(number, guard.held, "missing_lock_held")                                                       \
  X(number, guard.others, "missing_lock_places")                                                   \
  X(count, followed_by, "followed_by")                                                             \
  X(flag, is_explored, "is_explored")                                                              \
  X(count, outputs, "outputs")

#define FINDING_FIELDS(X)                                                                          \
  X(text, kind, "kind")                                                                            \
  X(text, headline, "headline")                                                                    \
  X(text, message, "message")                                                                      \
  X(number, traces, "traces")                                                                      \
  X(number, random_traces, "random_traces")                                                        \
  X(flag, is_before, "is_before_restart")                                                          \
  X(word, trace_file, "trace_file")                                                                \
  X(word, report_file, "report_file")                                                              \
  X(text, thread, "thread")                                                                        \
  X(text, thread_long, "thread_long")                                                              \
  X(flag, is_of_primitive, "is_of_primitive")                                                      \
  X(flag, has_backtrace, "has_backtrace")                                                          \
  X(frames, backtrace, "backtrace")                                                                \
  X(number, finished, "finished_threads")                                                          \
  X(bytes, output, "output")                                                                       \
  X(flag, has_trunk_output, "has_trunk_output")                                                    \
  X(word, why, "why")                                                                              \
  X(texts, remedies, "remedies")                                                                   \
  X(word, unexplained, "not_explained")

#define EXPLAINED_FIELDS(X)                                                                        \
  X(number, preemptions, "preemptions")                                                            \
  X(flag, is_least, "least_preemptions")                                                           \
  X(number, found_steps, "found_steps")                                                            \
  X(number, found_preemptions, "found_preemptions")                                                \
  X(number, runs, "traces")                                                                        \
  X(flag, is_late, "late")                                                                         \
  X(texts, others, "others")                                                                       \
  X(word, reason, "reason")

#define VALUE_FIELDS(X)                                                                            \
  X(text, object, "object")                                                                        \
  X(text, thread, "thread")                                                                        \
  X(number, step, "step")                                                                          \
  X(flag, is_write, "is_write")

#define RULE_FIELDS(X)                                                                             \
  X(text, list, "list")                                                                            \
  X(text, text, "rule")                                                                            \
  X(text, origin, "origin")                                                                        \
  X(number, matched, "matched")                                                                    \
  X(flag, is_suppression, "is_suppression")

#define REASON_FIELDS(X)                                                                           \
  X(text, id, "id")                                                                                \
  X(text, missing, "missing")                                                                      \
  X(word, remedy, "remedy")                                                                        \
  X(flag, is_asked_for, "is_asked_for")

#define TRACES_FIELDS(X)                                                                           \
  X(number, completed, "completed")                                                                \
  X(number, deadlocked, "deadlocked")                                                              \
  X(number, failed, "failed")                                                                      \
  X(number, bounded, "bounded")                                                                    \
  X(number, dropped, "dropped")                                                                    \
  X(number, sleep_set_blocked, "sleep_set_blocked")

#define COUNTS_FIELDS(X)                                                                           \
  X(number, transitions, "transitions")                                                            \
  X(number, replayed, "replayed")                                                                  \
  X(number, max_depth, "max_depth")                                                                \
  X(number, threads, "threads")                                                                    \
  X(number, sampled, "sampled")                                                                    \
  X(number, between, "between")

#define RANDOM_FIELDS(X)                                                                           \
  X(number, traces, "traces")                                                                      \
  X(number, classes, "classes")                                                                    \
  X(flag, classes_are_estimated, "classes_are_estimated")                                          \
  X(flag, classes_are_least, "classes_are_least")

#define ESTIMATE_FIELDS(X)                                                                         \
  X(whole, traces, "traces")                                                                       \
  X(whole, low, "low")                                                                             \
  X(whole, high, "high")                                                                           \
  X(flag, at_least, "at_least")                                                                    \
  X(number, probes, "probes")

#define TRIAL_FIELDS(X)                                                                            \
  X(text, command, "command")                                                                      \
  X(text, covers, "covers")                                                                        \
  X(flag, is_random, "is_random")                                                                  \
  X(flag, has_run, "has_run")                                                                      \
  X(flag, has_ended, "has_ended")                                                                  \
  X(number, traces, "traces")                                                                      \
  X(whole, expected, "expected")                                                                   \
  X(flag, is_least, "is_least")                                                                    \
  X(real, seconds, "seconds")                                                                      \
  X(word, found, "found")

#define LEAKED_FIELDS(X)                                                                           \
  X(number, chunks, "chunks")                                                                      \
  X(number, bytes, "bytes")

#define KIND_FIELDS(X)                                                                             \
  X(text, primitive, "primitive")                                                                  \
  X(number, objects, "objects")

#define OPERATION_FIELDS(X)                                                                        \
  X(text, primitive, "primitive")                                                                  \
  X(text, operation, "operation")                                                                  \
  X(number, transitions, "transitions")

#define LOSS_FIELDS(X)                                                                             \
  X(text, pair, "pair")                                                                            \
  X(number, meetings, "meetings")

#define BUSY_WAIT_FIELDS(X) X(number, waits, "waits")

#define WARNING_FIELDS(X) X(text, text, "text")

#define OBSERVED_FIELDS(X)                                                                         \
  X(number, threads, "threads")                                                                    \
  X(texts, thread, "thread_names")                                                                 \
  X(flag, is_linked, "is_linked")                                                                  \
  X(texts, module, "instrumented")                                                                 \
  X(flag, is_tsan, "is_tsan")                                                                      \
  X(texts, tsan, "instrumented_by_tsan")                                                           \
  X(texts, library, "not_instrumented")                                                            \
  X(texts, machine, "seen_as_machine_code")                                                        \
  X(number, hooks, "machine_code_hooks")                                                           \
  X(number, breakpoints, "machine_code_breakpoints")                                               \
  X(flag, is_source, "restarted_with_source")                                                      \
  X(flag, is_optimal, "restarted_with_optimal")                                                    \
  X(word, kernel_threads, "why_kernel_threads")                                                    \
  X(word, fork, "why_processes")                                                                   \
  X(word, guard, "guard")                                                                          \
  X(flag, guard_is_usual, "guard_is_usual")                                                        \
  X(number, ignored_plain, "ignored_plain")                                                        \
  X(number, ignored_atomic, "ignored_atomic")                                                      \
  X(number, invisible, "invisible")                                                                \
  X(text, ignored_by, "ignored_by")                                                                \
  X(number, suppressed, "suppressed")                                                              \
  X(number, forks, "forks")                                                                        \
  X(number, linted, "linted")                                                                      \
  X(flag, is_single, "is_single")

#define EXPLORED_FIELDS(X)                                                                         \
  X(flag, is_full, "is_full")                                                                      \
  X(frames, never_ran, "never_ran")                                                                \
  X(word, never_ran_unknown, "never_ran_unknown")

#define EXPLORED_OPERATION_FIELDS(X)                                                               \
  X(text, object, "object")                                                                        \
  X(text, primitive, "primitive")                                                                  \
  X(text, operation, "operation")                                                                  \
  X(text, thread, "thread")

#define PAIR_FIELDS(X)                                                                             \
  X(number, first, "first")                                                                        \
  X(number, second, "second")                                                                      \
  X(flag, is_both, "both_orders")                                                                  \
  X(word, by, "ordered_by")

#define STATS_FIELDS(X)                                                                            \
  X(real, all, "all_us")                                                                           \
  X(real, search, "search_us")                                                                     \
  X(real, restoring, "restoring_us")                                                               \
  X(real, switching, "switching_us")                                                               \
  X(real, rest, "rest_us")                                                                         \
  X(number, hot_pages, "hot_pages")                                                                \
  X(number, faults, "first_writes")                                                                \
  X(number, system_calls, "system_calls")                                                          \
  X(number, levels, "states_kept")                                                                 \
  X(number, processes, "processes")                                                                \
  X(flag, userfaultfd, "userfaultfd")

#define RESULT_FIELDS(X)                                                                           \
  X(text, command, "command")                                                                      \
  X(count, check_call, "check_call")                                                               \
  X(number, status, "status")                                                                      \
  X(text, headline, "headline")                                                                    \
  X(flag, is_replay, "is_replay")                                                                  \
  X(number, unknown, "unknown_reversals")                                                          \
  X(number, wakeup_bytes, "wakeup_tree_bytes")                                                     \
  X(number, before_pop, "traces_before_pop")                                                       \
  X(real, seconds, "seconds")                                                                      \
  X(word, unseen, "unseen")                                                                        \
  X(word, advice, "advice")                                                                        \
  X(texts, differing, "differing")                                                                 \
  X(text, folder, "folder")                                                                        \
  X(text, root, "source_root")                                                                     \
  X(bytes, output, "output")                                                                       \
  X(bytes, trunk_output, "trunk_output")

/// Of the command line, as far as the report follows it; --output beside them.
#define SHOWN_FIELDS(X)                                                                            \
  X(flag, verbose, "verbose")                                                                      \
  X(flag, stats, "stats")                                                                          \
  X(flag, lint, "lint")

#endif // MC_DRIVER_VIEW_FIELDS_H
