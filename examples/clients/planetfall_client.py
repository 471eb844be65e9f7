"""Operates a vehicle in a Planetfall run: sensor packets in, commands out, in lock-step.

One file without dependencies: copy it beside your program. The protocol is in docs/operating.md.

    from planetfall_client import Client

    with Client(readings=["pose.x_m"], levers=["wheel_left.rate_rad_per_s"]) as run:
        for packet in run:                      # one at each tick; the run waits for the answer
            (x,) = packet.readings
            run.command([0.5 if x < 3.0 else 0.0])

Each packet must be answered once, by `command`, `set` or `finish`; the loop ends with the run.
"""

import json
import os
import socket
import struct

VERSION = 1
HEADER = struct.Struct("<II")
PACKET, COMMAND, TEXT = 1, 2, 3


class Refused(Exception):
    """The run does not understand what it was sent; the text says why."""


class Packet:
    """What the sensors say at a tick."""

    __slots__ = ("tick", "time_ns", "readings", "_names")

    def __init__(self, tick, time_ns, readings, names):
        self.tick = tick
        self.time_ns = time_ns
        self.readings = readings  # in the order that was asked for; NaN before a sensor's first sample
        self._names = names

    @property
    def time_s(self):
        return self.time_ns * 1e-9

    def __getitem__(self, name):
        return self.readings[self._names[name]]


class Client:
    """One conversation with a run.

    readings  names of what is wanted in each packet, in this order; None for all
    levers    names of what `command` sets, in this order
    form      "binary" (fast) or "json"
    replay    False for a program that brings its memory along where a run goes on: it is sent no packet again
    host, port  where the run listens; default what Planetfall gave the program that it started
    """

    def __init__(self, readings=None, levers=(), form="binary", host=None, port=None, replay=True):
        host = host or os.environ.get("PLANETFALL_HOST", "127.0.0.1")
        port = int(port or os.environ["PLANETFALL_PORT"])
        self._socket = socket.create_connection((host, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._binary = form == "binary"
        self._inbox = b""
        self._tick = None
        self.outcome = None  # how the run ended, once it has

        self.hello = json.loads(self._line())
        if self.hello.get("version") != VERSION:
            raise Refused("the run speaks version %s of the protocol" % self.hello.get("version"))
        self.scenario = self.hello["scenario"]
        self.period_s = self.hello["period_ns"] * 1e-9
        self.goal_m = self.hello["goal_m"]
        self.images = self.hello.get("images")  # folder of the cameras' pictures, if there are any
        self.resumed_tick = self.hello.get("resumed_tick")  # the first new packet of a run that goes on
        names = [one["name"] for one in self.hello["readings"]] if readings is None else list(readings)
        self._names = {name: place for place, name in enumerate(names)}
        self._levers = list(levers)
        answer = {"type": "hello", "version": VERSION, "form": form, "readings": names, "levers": self._levers}
        if not replay:
            answer["replay"] = False
        self._socket.sendall(json.dumps(answer).encode() + b"\n")
        ready = json.loads(self._line())
        if ready["type"] != "ready":
            raise Refused(ready.get("message"))
        self._packet_bytes = ready["packet_bytes"]
        self._packet = struct.Struct("<QQ%dd" % len(names))
        self._command = struct.Struct("<IIQ%dd" % len(self._levers))
        self._command_length = 8 + 8 * len(self._levers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()

    def __iter__(self):
        while True:
            packet = self.next()
            if packet is None:
                return
            yield packet

    def next(self):
        """The next packet; None when the run is over."""
        if self._binary:
            return self._next_binary()
        message = json.loads(self._line() or '{"type":"end","outcome":null}')
        if message["type"] != "packet":
            return self._other(message)
        self._tick = message["tick"]
        nan = float("nan")
        readings = tuple(nan if value is None else float(value) for value in message["readings"])
        return Packet(self._tick, message["time_ns"], readings, self._names)

    def command(self, values=()):
        """Sets the levers that were chosen at the start, all of them, in their order."""
        if self._binary:
            self._socket.sendall(self._command.pack(self._command_length, COMMAND, self._tick, *values))
        else:
            self.set(dict(zip(self._levers, values)))

    def set(self, levers):
        """Sets any levers by their names; others stay as they are."""
        self._say({"type": "command", "tick": self._tick, "set": levers})

    def finish(self):
        """Ends the run."""
        self._say({"type": "finish", "tick": self._tick})

    def _say(self, message):
        text = json.dumps(message).encode()
        self._socket.sendall(HEADER.pack(len(text), TEXT) + text if self._binary else text + b"\n")

    def _next_binary(self):
        wanted = self._packet_bytes
        data = self._inbox
        while True:
            if len(data) >= 8:
                length, kind = HEADER.unpack_from(data)
                if len(data) >= 8 + length:
                    break
                wanted = 8 + length
            more = self._socket.recv(wanted - len(data))
            if not more:
                return None
            data = data + more if data else more
        self._inbox = data[8 + length :]
        if kind == PACKET:
            # The time in nanoseconds is never negative.
            fields = self._packet.unpack_from(data, 8)
            self._tick = fields[0]
            return Packet(fields[0], fields[1], fields[2:], self._names)
        return self._other(json.loads(data[8 : 8 + length]))

    def _other(self, message):
        if message["type"] == "error":
            raise Refused(message["message"])
        self.outcome = message.get("outcome")
        return None

    def _line(self):
        while b"\n" not in self._inbox:
            more = self._socket.recv(65536)
            if not more:
                return self._inbox
            self._inbox += more
        line, self._inbox = self._inbox.split(b"\n", 1)
        return line
