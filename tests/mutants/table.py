"""What was found, as a table for docs/trust.md."""


def counts(found, phase):
    return found.get(phase, {}).get("counts", {})


def caught_by(found):
    """For each column, how often somebody noticed."""
    suite, oracles = counts(found, "suite"), [counts(found, "soup"), counts(found, "rules")]
    everywhere = [suite, *oracles]
    wrong = ["wrong", "more", "lost", "crash"]
    columns = {"suite": sum(suite.get(k, 0) for k in wrong), "crates": len(found.get("tests", {}).get("failed", []))}
    for who in ["second look", "runs", "replay"]:
        columns[who] = sum(c.get(who, 0) for c in everywhere)
    columns["oracles"] = sum(c.get(k, 0) for c in oracles for k in ["wrong", "crash"])
    return columns


def is_caught(found):
    return any(caught_by(found).values())


def table(mutations, results):
    lines, part = [], None
    total = {}
    for mutation in mutations:
        found = results.get(mutation["name"], {})
        if mutation["part"] != part:
            part = mutation["part"]
            lines += ["", f"**{part}**", "",
                      "| what is broken | suite | crates | second look | runs | replay | oracles |",
                      "|---|---|---|---|---|---|---|"]
        columns = caught_by(found)
        for who, count in columns.items():
            total[who] = total.get(who, 0) + (count > 0)
        cells = " | ".join("●" if count else "" for count in columns.values())
        what = mutation["what"] + (f" (with `{mutation['with']}`)" if mutation["with"] else "")
        mark = "" if is_caught(found) else " **nobody**"
        lines.append(f"| `{mutation['name']}`: {what}{mark} | {cells} |")
    caught = sum(is_caught(results.get(m["name"], {})) for m in mutations)
    head = [f"{caught} of {len(mutations)} are caught: " + ", ".join(f"{n} by {who}" for who, n in total.items()) + "."]
    return "\n".join(head + lines)
