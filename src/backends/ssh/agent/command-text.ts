/** One command as the agent sees it: its pipes, how much of them may be passed on, and how far it has come. */
export const COMMAND_TEXT = String.raw`
import selectors

PIECE = 64 << 10
WINDOW = 1 << 20
QUIET = 0.25
CHATTER = 2.0
chooser = selectors.DefaultSelector()
commands = {}

def speak(head, payload=b""):
    put(frame_of(head, payload))

def find_shell():
    folders = ["/bin", "/usr/bin"] + [at for at in os.environ.get("PATH", "").split(":") if at.startswith("/")]
    for folder in folders:
        if os.access(folder + "/bash", os.X_OK):
            return [folder + "/bash", "--norc", "-c", "--"]
    return ["/bin/sh", "-c", "--"]

SHELL = find_shell()

class Command:
    def __init__(self, head):
        self.id, self.grace = head["id"], head["graceMs"] / 1000.0
        self.phase, self.exit, self.timed_out, self.done = "running", None, False, {}
        self.streams, self.credit, self.news = {}, {}, b""
        self.writing, self.input = [], None
        self.heard_at = self.give_up_at = 0
        self.deadline = None if head.get("timeoutMs") is None else time.monotonic() + head["timeoutMs"] / 1000.0
        self.open(head)

    def open(self, head):
        theirs, ours = [], []
        try:
            if head["stdin"]:
                reading, self.input = pipe(theirs, ours)
            else:
                reading = null(theirs)
            stdio = [reading]
            for name in ("stdout", "stderr"):
                if head["output"]:
                    heard, spoken = pipe(ours, theirs)
                    self.streams[name], self.credit[name] = heard, WINDOW
                    stdio.append(spoken)
                else:
                    stdio.append(null(theirs))
            control, self.control = pipe(theirs, ours)
            self.report, report = pipe(ours, theirs)
            order = {"argv": SHELL + [head["command"]], "cwd": head["cwd"], "env": head["env"], "mark": head["mark"]}
            self.pid = os.fork()
            if self.pid == 0:
                try:
                    supervise(order, stdio, control, report)
                finally:
                    os._exit(1)
        except BaseException:
            for fd in ours:
                os.close(fd)
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        for name, fd in self.streams.items():
            os.set_blocking(fd, False)
            chooser.register(fd, selectors.EVENT_READ, (self, name))
        os.set_blocking(self.report, False)
        chooser.register(self.report, selectors.EVENT_READ, (self, "report"))
        if self.input is not None:
            os.set_blocking(self.input, False)

    def hear(self, name):
        if name == "input":
            return self.feed()
        if name == "report":
            return self.learn()
        try:
            chunk = os.read(self.streams[name], min(PIECE, self.credit[name]))
        except BlockingIOError:
            return
        self.heard_at = time.monotonic()
        if not chunk:
            return self.shut(name)
        self.credit[name] -= len(chunk)
        if self.credit[name] <= 0:
            chooser.unregister(self.streams[name])
        speak({"id": self.id, "part": True, "stream": name}, chunk)

    def taken(self, name, count):
        if name not in self.streams:
            return
        if self.credit[name] <= 0 and count > 0:
            chooser.register(self.streams[name], selectors.EVENT_READ, (self, name))
            self.heard_at = time.monotonic()
        self.credit[name] += count

    def shut(self, name):
        fd = self.streams.pop(name)
        if self.credit[name] > 0:
            chooser.unregister(fd)
        os.close(fd)

    def learn(self):
        words = os.read(self.report, 65536)
        if not words:
            self.lose_supervisor()
        lines = (self.news + words).split(b"\n")
        self.news = lines.pop()
        for line in lines:
            told = json.loads(line.decode())
            if "started" in told:
                speak({"id": self.id, "part": True, "pid": told["started"]})
            if "failed" in told:
                self.finish({"id": self.id, "error": told["failed"]})
            if "exit" in told:
                self.exit = told["exit"]
                self.turn("settling")
            if "done" in told:
                self.done = told["done"]
                self.turn("draining")

    def turn(self, phase):
        if self.phase == "running" or phase == "draining":
            self.phase = phase
        self.heard_at = time.monotonic()
        self.give_up_at = self.heard_at + CHATTER

    def lose_supervisor(self):
        """It was killed by its own command: whatever it watched over is our child now."""
        chooser.unregister(self.report)
        os.close(self.report)
        self.report = None
        if self.phase != "draining":
            kill_strays()
            self.turn("draining")

    def order(self, words):
        try:
            os.write(self.control, words.encode() + b"\n")
        except OSError:
            pass

    def end(self):
        if self.phase in ("running", "settling"):
            self.phase = "ending"
            self.order("end %f" % self.grace)

    def look(self, now):
        """Does what is due; tells how long nothing else will be."""
        if self.phase == "running" and self.deadline is not None:
            if now < self.deadline:
                return self.deadline - now
            self.timed_out = True
            self.end()
        if self.phase not in ("settling", "draining"):
            return None
        if self.is_chattering(now):
            return 0.05
        if self.phase == "settling":
            self.phase = "finishing"
            self.order("finish %f" % self.grace)
            return None
        ended = self.exit or {"code": None, "signal": "SIGKILL"}
        self.finish({"id": self.id, "ok": dict(self.done, exit=ended, timedOut=self.timed_out)})

    def is_chattering(self, now):
        if any(self.credit[name] <= 0 for name in self.streams):
            return True
        return len(self.streams) > 0 and now < min(self.heard_at + QUIET, self.give_up_at)

    def finish(self, reply):
        for name in list(self.streams):
            self.shut(name)
        self.close_input()
        if self.report is not None:
            chooser.unregister(self.report)
            os.close(self.report)
        os.close(self.control)
        del commands[self.id]
        speak(reply)

    def write(self, number, payload):
        if self.input is None:
            return speak({"id": number, "error": {"errno": "EPIPE"}})
        if not self.writing:
            chooser.register(self.input, selectors.EVENT_WRITE, (self, "input"))
        self.writing.append([number, memoryview(payload)])

    def feed(self):
        number, rest = self.writing[0]
        try:
            rest = rest[os.write(self.input, rest) :] if len(rest) > 0 else rest
        except BlockingIOError:
            return
        except OSError:
            return self.close_input()
        self.writing[0][1] = rest
        if len(rest) > 0:
            return
        self.writing.pop(0)
        speak({"id": number, "ok": {}})
        if self.writing:
            return
        chooser.unregister(self.input)
        if self.is_last:
            self.close_input()

    is_last = False

    def close_input_after(self):
        self.is_last = True
        if not self.writing:
            self.close_input()

    def close_input(self):
        if self.input is None:
            return
        if self.writing:
            chooser.unregister(self.input)
        os.close(self.input)
        self.input = None
        for number, _ in self.writing:
            speak({"id": number, "error": {"errno": "EPIPE"}})
        self.writing = []

def pipe(readers, writers):
    reading, writing = os.pipe()
    readers.append(reading)
    writers.append(writing)
    return reading, writing

def null(fds):
    fds.append(os.open(os.devnull, os.O_RDWR))
    return fds[-1]
`;
