# Checks that a file of --json has exactly the documented members, with the documented types.
import json
import sys

NULL = type(None)
PLACE = {
    "function": (str, NULL),
    "file": (str, NULL),
    "line": (int, NULL),
    "expression": (str, NULL),
    "source": (str, NULL),
    "path": (str, NULL),
    "inside": (str, NULL),
}
BYTES = (str, dict)  # {"hex": ...} where it is not UTF-8
SCHEMA = {
    "format": int,
    "version": str,
    "program": list,
    "verdict": str,
    "command": str,
    "check_call": (int, NULL),
    "status": int,
    "headline": str,
    "is_replay": bool,
    "reasons": list,
    "coverage": str,
    "advice": (str, NULL),
    "differing": list,
    "trials": list,
    "algorithm": str,
    "preemptions": (int, NULL),
    "delays": (int, NULL),
    "seed": int,
    "traces": dict,
    "sampled": int,
    "between": int,
    "random": (dict, NULL),
    "estimate": (dict, NULL),
    "order": str,
    "transitions": int,
    "replayed": int,
    "max_depth": int,
    "threads": int,
    "unknown_reversals": int,
    "wakeup_tree_bytes": int,
    "traces_before_pop": int,
    "leaked": dict,
    "seconds": (int, float),
    "unseen": (str, NULL),
    "folder": str,
    "source_root": str,
    "output": BYTES,
    "trunk_output": BYTES,
    "rules": list,
    "findings": list,
    "options": dict,
    "observed": dict,
    "explored": (dict, NULL),
    "statistics": (dict, NULL),
}
TRACES = ["completed", "deadlocked", "failed", "bounded", "dropped", "sleep_set_blocked"]
FINDING = {
    "kind": str,
    "headline": str,
    "message": str,
    "traces": int,
    "random_traces": int,
    "is_before_restart": bool,
    "trace_file": (str, NULL),
    "report_file": (str, NULL),
    "thread": str,
    "thread_long": str,
    "is_of_primitive": bool,
    "has_backtrace": bool,
    "backtrace": list,
    "finished_threads": int,
    "output": BYTES,
    "has_trunk_output": bool,
    "place": (dict, NULL),
    "to_mend": (dict, NULL),
    "at_the_end": list,
    "schedule": list,
    "why": (str, NULL),
    "remedies": list,
    "not_explained": (str, NULL),
    "explained": (dict, NULL),
}
EXPLAINED = {
    "preemptions": int,
    "least_preemptions": bool,
    "found_steps": int,
    "found_preemptions": int,
    "traces": int,
    "late": bool,
    "critical": str,
    "critical_step": (int, type(None)),
    "others": list,
    "reason": (str, NULL),
    "alternative_step": (int, NULL),
    "succeeds": list,
    "values": list,
}
VALUE = {**PLACE, "object": str, "thread": str, "step": int, "is_write": bool, "before": int, "after": int}
RANDOM = {"traces": int, "classes": int, "classes_are_estimated": bool, "classes_are_least": bool}
ESTIMATE = {
    "traces": (int, float),
    "low": (int, float),
    "high": (int, float),
    "at_least": bool,
    "probes": int,
}
STEP = {
    **PLACE,
    "step": int,
    "thread": str,
    "thread_number": int,
    "text": str,
    "text_in_column": str,
    "operation": str,
    "object": (str, NULL),
    "is_apart": bool,
    "is_library": bool,
    "is_preempting": bool,
}
END = {
    **PLACE,
    "thread": str,
    "thread_long": str,
    "state": str,
    "awaited": list,
    "is_in_circle": bool,
    "held_since_step": (int, NULL),
}
RACE = {
    "object": str,
    "accesses": list,
    "missing_lock": (str, NULL),
    "missing_lock_place": dict,
    "missing_lock_held": int,
    "missing_lock_places": int,
    "followed_by": (int, NULL),
    "is_explored": bool,
    "outputs": (int, NULL),
    "output_examples": list,
}
ACCESS = {
    **PLACE,
    "thread": str,
    "thread_long": str,
    "access": str,
    "value": (int, NULL),
    "step": int,
    "is_step": bool,
    "is_pending": bool,
    "locks": list,
    "stack": list,
}
FRAME = {"function": (str, type(None)), "file": (str, type(None)), "line": (int, type(None))}
RULE = {"list": str, "rule": str, "origin": str, "matched": int}
OPTIONAL = {"alternative", "does", "memory", "race", "terms"}
RULE = {"list": str, "rule": str, "origin": str, "matched": int, "is_suppression": bool}
REASON = {"id": str, "missing": str, "remedy": (str, NULL), "is_asked_for": bool}
TRIAL = {
    "command": str,
    "covers": str,
    "is_random": bool,
    "has_run": bool,
    "has_ended": bool,
    "traces": int,
    "expected": (int, float),
    "is_least": bool,
    "seconds": (int, float),
    "found": (str, NULL),
}
SHOWN = {"verbose": bool, "stats": bool, "lint": bool, "output": str, "primitives": list}
OBSERVED = {
    "threads": int,
    "thread_names": list,
    "is_linked": bool,
    "instrumented": list,
    "is_tsan": bool,
    "instrumented_by_tsan": list,
    "not_instrumented": list,
    "seen_as_machine_code": list,
    "restarted_with_source": bool,
    "restarted_with_optimal": bool,
    "why_kernel_threads": (str, NULL),
    "why_processes": (str, NULL),
    "guard": (str, NULL),
    "guard_is_usual": bool,
    "machine_code_hooks": int,
    "machine_code_breakpoints": int,
    "ignored_plain": int,
    "ignored_atomic": int,
    "invisible": int,
    "ignored_by": str,
    "suppressed": int,
    "forks": int,
    "linted": int,
    "is_single": bool,
    "objects": list,
    "operations": list,
    "lost": list,
    "busy_waits": list,
    "warnings": list,
}
OPTIONAL = {"alternative", "does", "memory", "race", "terms"}


def check(value, schema, where):
    keys = set(value) - OPTIONAL
    assert keys == set(schema), f"{where}: {sorted(keys ^ set(schema))}"
    for key, kind in schema.items():
        assert isinstance(value[key], kind), f"{where}.{key}: {value[key]!r}"


def check_all(values, schema, where):
    for value in values:
        check(value, schema, where)


EXPLORED = {"is_full": bool, "operations": list, "pairs": list, "never_ran": list, "never_ran_unknown": (str, NULL)}
EXPLORED_OPERATION = {**PLACE, "object": str, "primitive": str, "operation": str, "thread": str}
PAIR = {"first": int, "second": int, "both_orders": bool, "ordered_by": (str, NULL)}

result = json.load(open(sys.argv[1]))
check(result, SCHEMA, "result")
assert result["format"] == 1
assert list(result["traces"]) == TRACES
assert result["verdict"] in ("ok", "failed", "incomplete", "nondeterministic")
if result["random"]:
    check(result["random"], RANDOM, "random")
if result["estimate"]:
    check(result["estimate"], ESTIMATE, "estimate")
check_all(result["rules"], RULE, "rule")
check_all(result["reasons"], REASON, "reason")
check_all(result["trials"], TRIAL, "trial")
check(result["options"], SHOWN, "options")
check(result["observed"], OBSERVED, "observed")
if result["explored"]:
    check(result["explored"], EXPLORED, "explored")
    check_all(result["explored"]["operations"], EXPLORED_OPERATION, "operation")
    check_all(result["explored"]["pairs"], PAIR, "pair")
    check_all(result["explored"]["never_ran"], PLACE, "place")
    assert not (result["explored"]["never_ran"] and result["explored"]["never_ran_unknown"])
for finding in result["findings"]:
    check(finding, FINDING, "finding")
    assert (finding["kind"] == "data-race") == ("race" in finding)
    if "race" in finding:
        check(finding["race"], RACE, "race")
        assert len(finding["race"]["accesses"]) == 2
        check(finding["race"]["missing_lock_place"], PLACE, "place")
        for access in finding["race"]["accesses"]:
            check(access, ACCESS, "access")
            check_all(access["stack"], PLACE, "frame")
    check_all(finding["backtrace"], PLACE, "frame")
    check_all(finding["at_the_end"], END, "end")
    for number, step in enumerate(finding["schedule"], 1):
        check(step, STEP, "step")
        assert step["step"] == number
    if finding["explained"]:
        check(finding["explained"], EXPLAINED, "explained")
        check_all(finding["explained"]["values"], VALUE, "value")
