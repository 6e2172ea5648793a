"""Asks any model that speaks OpenAI's chat completions for its next message."""

import json
import os
from urllib.request import Request, urlopen


def ask_model(messages, tools):
    functions = [
        {"name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"]} for tool in tools
    ]
    asked = {
        "model": os.environ.get("MODEL"),
        "messages": messages,
        "tools": [{"type": "function", "function": one} for one in functions],
    }
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('MODEL_KEY')}"}
    url = f"{os.environ['MODEL_URL']}/v1/chat/completions"
    with urlopen(Request(url, json.dumps(asked).encode(), headers)) as response:
        return json.load(response)["choices"][0]["message"]
