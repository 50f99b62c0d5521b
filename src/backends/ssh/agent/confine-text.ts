/**
 * How the files agent opens things: first, and then it looks at what it has opened. Everything further goes by the
 * descriptor. Linux tells a descriptor's path exactly, and so does macOS; elsewhere a path is resolved after opening
 * and must still lead to the very same file.
 */
export const CONFINE_TEXT = String.raw`
HAS_PROC = sys.platform.startswith("linux") and os.path.isdir("/proc/self/fd") and not CONFIG.get("comparing")
HAS_GETPATH = sys.platform == "darwin" and not CONFIG.get("comparing")
QUIET = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY
LOOK = os.O_PATH if HAS_PROC else QUIET
TRIES = 100
MOST_LINKS = 40
F_GETPATH = 50

def real_root(path):
    real = os.path.realpath(path)
    if not stat.S_ISDIR(os.stat(real).st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return real

def contains(folder, path):
    return path == folder or path.startswith(folder if folder == b"/" else folder + b"/")

def is_inside(real):
    return any(contains(root, real) for root in ROOTS)

def where(fd, path):
    if HAS_PROC:
        return os.readlink(b"/proc/self/fd/%d" % fd)
    if HAS_GETPATH:
        import fcntl
        return fcntl.fcntl(fd, F_GETPATH, bytes(1024)).rstrip(b"\0")
    real = os.path.realpath(path)
    held, found = os.fstat(fd), os.stat(real)
    return real if (held.st_dev, held.st_ino) == (found.st_dev, found.st_ino) else None

def open_anywhere(path, flags=0):
    for _ in range(TRIES):
        fd = os.open(path, LOOK | flags)
        try:
            real = where(fd, path)
        except BaseException:
            os.close(fd)
            raise
        if real is not None:
            return fd, real
        os.close(fd)
    raise Refusal("EBUSY", hint="Repeat the call.")

def open_inside(path, flags=0):
    try:
        fd, real = open_anywhere(path, flags)
    except OSError as error:
        unclear = error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP)
        # What is missing outside is "outside", not "missing": nobody learns what exists there.
        if unclear and not is_inside(nearest_real(path)):
            raise Refusal("EACCES", outside=True)
        raise
    if is_inside(real):
        return fd, real
    os.close(fd)
    raise Refusal("EACCES", outside=True)

def nearest_real(path):
    while True:
        parent = os.path.dirname(path)
        if parent == path:
            return path
        try:
            fd, real = open_anywhere(parent)
            os.close(fd)
            return real
        except (OSError, Refusal):
            path = parent

def readable(fd):
    return os.open(b"/proc/self/fd/%d" % fd, QUIET) if HAS_PROC else os.dup(fd)

def listable(folder):
    return os.open(b".", os.O_RDONLY | os.O_DIRECTORY, dir_fd=folder)

def try_lstat(name, folder):
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None

class Target:
    """A name in a verified open folder, and what is there now."""

    def __init__(self, path):
        head, _, self.name = path.rpartition(b"/")
        if self.name in (b"", b".", b"..") or path in SPELLINGS:
            raise Refusal("EISDIR")
        self.folder, self.home = open_inside(head or b"/", os.O_DIRECTORY)
        self.temp = None
        self.names = [path, self.path_of(self.name)]
        try:
            self.stat = try_lstat(self.name, self.folder)
        except BaseException:
            self.close()
            raise

    def path_of(self, name):
        return (b"" if self.home == b"/" else self.home) + b"/" + name

    @property
    def real(self):
        return self.path_of(self.name)

    def close(self):
        if self.folder is not None:
            os.close(self.folder)
        self.folder = None

def final_target(path):
    names = []
    for _ in range(MOST_LINKS + 1):
        target = Target(path)
        names += target.names
        if target.stat is None or not stat.S_ISLNK(target.stat.st_mode):
            target.names = names
            return target
        try:
            text = os.readlink(target.name, dir_fd=target.folder)
        finally:
            target.close()
        path = text if text.startswith(b"/") else target.path_of(text)
    raise Refusal("ELOOP")

ROOTS = []
SPELLINGS = set()

def settle_roots():
    for root in CONFIG["roots"]:
        spelled = root.encode()
        try:
            real = real_root(spelled)
        except OSError as error:
            raise Refusal(errno.errorcode.get(error.errno, "EIO"), root=root)
        ROOTS.append(real)
        SPELLINGS.update((real, spelled))
`;
