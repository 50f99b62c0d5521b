/**
 * The process that watches over one command. On Linux it adopts whatever the command's processes leave behind, so all of
 * them stay its descendants, whatever groups and sessions they make; elsewhere the command's process group is what it
 * knows, and those with the command's mark in their environment. It ends everybody when the agent lets go of it, also by dying.
 */
export const SUPERVISE_TEXT = String.raw`
import select

DEATH = 2.0
LOOKS = 5
WAKE = 1.0
ADOPT, DIE_WITH_PARENT = 36, 1
IGNORED = ("SIGPIPE", "SIGXFSZ", "SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGALRM")
IS_LINUX = sys.platform.startswith("linux")
HAS_TABLE = IS_LINUX and os.path.isdir("/proc/self/task")

def load_prctl():
    try:
        import ctypes
        return ctypes.CDLL(None).prctl if IS_LINUX else None
    except (ImportError, OSError, AttributeError):
        return None

PRCTL = load_prctl()

def adopt():
    return not CONFIG.get("noAdoption") and PRCTL is not None and PRCTL(ADOPT, 1, 0, 0, 0) == 0

def process_rows():
    rows = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, "rb") as file:
                line = file.read()
        except OSError:
            continue
        # The name before the last parenthesis may hold anything.
        state, parent, group = line[line.rindex(b")") + 2 :].split(b" ", 3)[:3]
        if state not in (b"Z", b"X"):
            rows.append((int(name), int(parent), int(group)))
    return rows

def has_setting(pid, setting):
    try:
        with open("/proc/%d/environ" % pid, "rb") as file:
            return setting in file.read().split(b"\0")
    except OSError:
        return False

def with_descendants(rows, found):
    size = -1
    while size != len(found):
        size = len(found)
        found.update(pid for pid, parent, _ in rows if parent in found)
    return found

def send(pid, number):
    try:
        os.kill(pid, number)
    except (OSError, OverflowError):
        pass

class Supervisor:
    def __init__(self, order, stdio, control, report):
        self.order, self.control, self.report = order, control, report
        self.exit = None
        self.adopts = adopt()
        self.wake, waker = os.pipe()
        os.set_blocking(waker, False)
        os.set_blocking(self.wake, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker)
        self.leader = self.start(stdio)
        # A listener for the control pipe, whose lines may come in pieces.
        self.heard = b""

    def tell(self, words):
        try:
            os.write(self.report, json.dumps(words).encode() + b"\n")
        except OSError:
            pass

    def start(self, stdio):
        trouble, telling = os.pipe()
        leader = os.fork()
        if leader == 0:
            become(self.order, stdio, telling)
        os.close(telling)
        for fd in stdio:
            os.close(fd)
        words = os.read(trouble, 4096)
        os.close(trouble)
        if words:
            self.tell({"failed": json.loads(words.decode())})
            os._exit(0)
        self.tell({"started": leader})
        return leader

    def run(self):
        while True:
            self.reap()
            if self.exit is not None and self.exit != "told":
                self.tell({"exit": self.exit})
                self.exit = "told"
            ready, _, _ = select.select([self.control, self.wake], [], [], WAKE)
            if not ready:
                # A command may have stopped the agent, which would then never end anybody.
                send(os.getppid(), signal.SIGCONT)
            if self.wake in ready:
                self.drain_wake()
            if self.control in ready:
                self.obey(os.read(self.control, 4096))

    def drain_wake(self):
        try:
            while os.read(self.wake, 4096):
                pass
        except BlockingIOError:
            pass

    def obey(self, words):
        if not words:
            self.end(0)
            os._exit(0)
        lines = (self.heard + words).split(b"\n")
        self.heard = lines.pop()
        for line in lines:
            verb, _, value = line.partition(b" ")
            if verb == b"signal":
                self.signal_all(int(value))
            else:
                left = self.staying() if verb == b"finish" else 0
                survivors = self.end(float(value))
                self.reap()
                ended = {} if self.exit in (None, "told") else {"exit": self.exit}
                self.tell(dict(ended, done={"left": left, "survivors": survivors}))
                os._exit(0)

    def reap(self):
        """Collects the dead; tells whether there is anybody left to wait for."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.leader:
                self.exit = exit_words(status)

    def members(self):
        if not HAS_TABLE:
            return {self.leader} if self.has_group() else set()
        rows = process_rows()
        if self.adopts:
            return with_descendants(rows, {os.getpid()}) - {os.getpid()}
        setting = self.order["mark"].encode()
        ours = {pid for pid, _, group in rows if group == self.leader or has_setting(pid, setting)}
        return with_descendants(rows, ours - {os.getpid()})

    def has_group(self):
        try:
            os.killpg(self.leader, 0)
            return True
        except OSError as error:
            return error.errno == errno.EPERM

    def anybody(self):
        has_children = self.reap()
        return has_children if self.adopts else len(self.members()) > 0

    def signal_all(self, number):
        # The first one before those it waits for, or it would end as if nothing had happened.
        for pid in sorted(self.members(), key=lambda pid: pid != self.leader):
            send(pid, number)
        if not HAS_TABLE:
            send(-self.leader, number)

    def staying(self):
        """How many stay: one that has closed its output may still be on its way out."""
        for _ in range(LOOKS):
            if not self.anybody():
                return 0
            time.sleep(0.02)
        self.reap()
        return len(self.members())

    def end(self, grace):
        """Asks everybody to end, kills whoever is left after the grace, and counts who is left even then."""
        if not self.anybody():
            return 0
        if grace > 0:
            self.signal_all(signal.SIGTERM)
        ask_until = time.monotonic() + grace
        while self.anybody() and time.monotonic() < ask_until:
            time.sleep(0.005)
        kill_until = time.monotonic() + DEATH
        # Again on every turn: a process that was just being born is easily overlooked. Whoever is stopped bears nobody.
        while self.anybody() and time.monotonic() < kill_until:
            self.signal_all(signal.SIGSTOP)
            self.signal_all(signal.SIGKILL)
            time.sleep(0.005)
        return len(self.members()) if self.anybody() else 0

def exit_words(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return {"code": None, "signal": signal.Signals(number).name}
        except ValueError:
            return {"code": None, "signal": "SIG%d" % number}
    return {"code": os.WEXITSTATUS(status)}

def become(order, stdio, telling):
    step = "start"
    try:
        os.setsid()
        if PRCTL is not None:
            PRCTL(DIE_WITH_PARENT, int(signal.SIGKILL), 0, 0, 0)
        step = "chdir"
        os.chdir(order["cwd"].encode())
        step = "start"
        signal.set_wakeup_fd(-1)
        for name in IGNORED + ("SIGCHLD",):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        for number, fd in enumerate(stdio):
            os.dup2(fd, number)
        settings = {name.encode(): value.encode() for name, value in order["env"].items()}
        os.execve(order["argv"][0], [word.encode() for word in order["argv"]], settings)
    except Exception as error:
        os.write(telling, json.dumps(dict(words_of(error), step=step)).encode())
    finally:
        os._exit(127)

def supervise(order, stdio, control, report):
    for name in IGNORED:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)
    keep = set(stdio) | {0, 1, 2, control, report}
    names = os.listdir("/proc/self/fd") if HAS_TABLE else range(1024)
    for fd in [int(name) for name in names]:
        if fd not in keep:
            try:
                os.close(fd)
            except OSError:
                pass
    Supervisor(order, stdio, control, report).run()
`;
