"""A harness that starts long commands, goes idle, is woken when one has ended, and survives kill -9."""

import json
import os
import sys

from model import ask_model

from ringback import Ringback

SESSION, FILE = "example:1", "harness.json"
ringback = Ringback()
tools = ringback.tools()
kept = json.load(open(FILE)) if os.path.exists(FILE) else {"messages": [], "told": []}


def keep(message, told=None):
    """The message and what the turn was told of, in one file: both are there or neither."""
    kept.update(messages=[*kept["messages"], message], told=kept["told"] if told is None else told)
    with open(f"{FILE}.new", "w") as file:
        json.dump(kept, file)
    os.replace(f"{FILE}.new", FILE)


def go_on():
    """The model speaks and calls tools until it has nothing more to do; also from the middle of a turn that it died in."""
    while kept["messages"][-1]["role"] != "assistant" or kept["messages"][-1].get("tool_calls"):
        said = [one for one in kept["messages"] if one["role"] == "assistant"]
        stored = {one.get("tool_call_id") for one in kept["messages"]}
        for call in (said[-1].get("tool_calls") or []) if said else []:
            if call["id"] in stored:
                continue
            # Under its id nothing is started twice: it may have run before we died.
            name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
            answer = ringback.call(name, arguments, SESSION, call_id=call["id"], reach="subscribed", acknowledges=True)
            keep({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(answer["result"])})
            ringback.acknowledge(answer["riding"])
        keep(ask_model(kept["messages"], tools))
    print(kept["messages"][-1]["content"], flush=True)


def take_turn(content, told):
    """A turn that comes again has the ids that it had: it is finished, and not told twice."""
    if not kept["messages"] or told != kept["told"]:
        keep({"role": "user", "content": content}, told)
    go_on()
    ringback.acknowledge(told)


def ids(turn):
    return [one["id"] for one in turn["notifications"]]


take_turn(" ".join(sys.argv[1:]) or "Run the tests, and tell me how they went.", kept["told"])
# What came during the turn is told right after it; then, idle, whatever comes. Each once, as a turn of its own.
missed = ringback.drain(SESSION)
if missed:
    take_turn(missed["text"], ids(missed))
for turn in ringback.subscribe(SESSION, delivery="inline"):
    take_turn(turn["text"], ids(turn))
