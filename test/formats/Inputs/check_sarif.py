"""check_sarif.py SCHEMA RESULT.sarif RESULT.json - holds a file of --sarif against the schema, and against
what --json says of the same findings: kinds, messages, the steps of each thread in their order, places.
Prints a line for each finding: its rule, where it is, how many other places, and the threads with the
number of their steps."""
import json
import os
import sys

import jsonschema

schema, log, stored = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft7Validator.check_schema(schema)
jsonschema.validate(log, schema)
run = log["runs"][0]
rules, artifacts = run["tool"]["driver"]["rules"], run["artifacts"]


def locations(value):
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value["artifactLocation"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from locations(one)


for location in locations(run["results"]):
    named = artifacts[location["index"]]["location"]
    assert named == {key: value for key, value in location.items() if key != "index"}, location
assert {location["index"] for location in locations(run["results"])} == set(range(len(artifacts)))
for rule in rules:  # its help is the page of `mcmini explain`, up to what is about the report
    page = open(f"{os.path.dirname(__file__)}/../../../docs/explain/{rule['id']}.md").read()
    meant, about_report = (" ".join(part.split()) for part in page.split("## What to look at"))
    example = page.split("\nExample: ")[1].split("##")[0]
    assert not any(line in rule["help"]["markdown"] for line in filter(None, example.split("\n")))
    for line in filter(None, rule["help"]["markdown"].split("\n")):
        assert line in meant, line
    assert rule["help"]["markdown"].endswith(meant[-40:]) and about_report
    assert rule["help"]["text"] == rule["help"]["markdown"].replace("`", "").replace("## How people mend it", "How people mend it:")
assert run["invocations"][0]["exitCode"] == stored["status"]
assert run["invocations"][0]["arguments"] == stored["program"]
notes = run["invocations"][0].get("toolExecutionNotifications", [])
assert [note["descriptor"]["id"] for note in notes] == [reason["id"] for reason in stored["reasons"]]
assert len(run["results"]) == len(stored["findings"])
for result, finding in zip(run["results"], stored["findings"]):
    assert result["ruleId"] == finding["kind"] == rules[result["ruleIndex"]]["id"]
    assert finding["message"] in result["message"]["text"]
    flows = result.get("codeFlows", [{"threadFlows": []}])[0]["threadFlows"]
    assert len({flow["id"] for flow in flows}) == len(flows)
    steps = sorted((at["executionOrder"], flow["id"], at["location"]) for flow in flows for at in flow["locations"])
    assert [number for number, _, _ in steps] == list(range(1, len(steps) + 1))
    assert [(thread, at["message"]["text"]) for _, thread, at in steps] == [
        (step["thread"], step["text"]) for step in finding["schedule"]
    ]
    for (_, _, at), step in zip(steps, finding["schedule"]):
        line = at["physicalLocation"]["region"]["startLine"] if "physicalLocation" in at else None
        assert line == step["line"], (at, step)
    where = "nowhere"
    for at in result.get("locations", []):
        place = at["physicalLocation"]
        where = f"{place['artifactLocation']['uri'].rsplit('/', 1)[-1]}:{place['region']['startLine']}"
    related = result.get("relatedLocations", [])
    assert [at["id"] for at in related] == list(range(1, len(related) + 1))
    print(f"{result['ruleId']} at {where}, {len(related)} others;", *(f"{f['id']}: {len(f['locations'])}" for f in flows))
print(f"{len(run['results'])} findings, {'successful' if run['invocations'][0]['executionSuccessful'] else 'not successful'}")
