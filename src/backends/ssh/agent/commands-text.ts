import { COMMAND_TEXT } from "./command-text.ts";
import { SUPERVISE_TEXT } from "./supervise-text.ts";
import { WIRE_TEXT } from "./wire-text.ts";

/** Listens to everybody at once, in one thread: processes are only copied cleanly where there are no others. */
const SERVE_TEXT = String.raw`
def kill_strays():
    if not HAS_TABLE:
        return
    until = time.monotonic() + DEATH
    while time.monotonic() < until:
        reap()
        rows = process_rows()
        known = {command.pid for command in commands.values()}
        strays = {pid for pid, parent, _ in rows if parent == os.getpid()} - known
        if not strays:
            return
        for pid in with_descendants(rows, strays):
            send(pid, signal.SIGKILL)
        time.sleep(0.005)

def reap(*_):
    """Collects the dead, and wakes whoever watches over a command and was stopped by it."""
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED)
            if pid == 0:
                return
            if os.WIFSTOPPED(status):
                send(pid, signal.SIGCONT)
    except ChildProcessError:
        pass

def do_run(head, payload):
    try:
        commands[head["id"]] = Command(head)
    except OSError as error:
        speak({"id": head["id"], "error": dict(words_of(error), step="start")})

def do_input(head, payload):
    command = commands.get(head["run"])
    if command is None:
        return speak({"id": head["id"], "error": {"errno": "EPIPE"}})
    command.write(head["id"], payload)

def do_taken(command, head):
    command.taken(head["stream"], head["bytes"])

def do_shut(command, head):
    command.close_input_after()

def do_signal(command, head):
    number = getattr(signal, head["signal"], None)
    if command.phase == "running" and number is not None:
        command.order("signal %d" % number)

def do_end(command, head):
    command.end()

ABOUT_ONE = {"taken": do_taken, "shut": do_shut, "signal": do_signal, "end": do_end}

def obey(head, payload):
    if head["op"] == "run":
        do_run(head, payload)
    elif head["op"] == "input":
        do_input(head, payload)
    elif head.get("run") in commands:
        ABOUT_ONE[head["op"]](commands[head["run"]], head)

def take_frames(buffer):
    while len(buffer) >= 8:
        size, head = SIZES.unpack_from(buffer)
        if size > MOST_FRAME:
            raise EOFError
        if len(buffer) < 4 + size:
            return
        obey(*parse(bytes(buffer[8 : 4 + size]), head))
        del buffer[: 4 + size]

def listen():
    buffer = bytearray()
    while True:
        now = time.monotonic()
        waits = [command.look(now) for command in list(commands.values())]
        waits = [wait for wait in waits if wait is not None]
        for key, _ in chooser.select(min(waits) if waits else None):
            if key.data is None:
                words = os.read(0, 1 << 20)
                if not words:
                    return
                heard_from()
                buffer += words
                take_frames(buffer)
            elif key.data[0].id in commands and chooser.get_map().get(key.fd) is key:
                key.data[0].hear(key.data[1])

mind_signals()
signal.signal(signal.SIGCHLD, reap)
adopt()
chooser.register(0, selectors.EVENT_READ, None)
hello({})
try:
    listen()
except (EOFError, BrokenPipeError):
    pass
# Whoever watches over a command ends it when its control pipe closes, which our own end does.
os._exit(0)
`;

/** The whole agent that runs commands. */
export const COMMANDS_AGENT = [WIRE_TEXT, SUPERVISE_TEXT, COMMAND_TEXT, SERVE_TEXT].join("");
