/**
 * How the files agent changes things, always in two steps: it holds the folder open and tells under which names a path
 * goes; the other side judges the names; then it acts inside the very folder it holds.
 */
export const CHANGE_TEXT = String.raw`
import binascii, re, threading

UMASK = os.umask(0o077)
os.umask(UMASK)
NEW_MODE = 0o666 & ~UMASK
OURS = re.compile(rb"^\.deckhand-[0-9a-f]{24}\.tmp$")
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
LOOKED_AT = 10000
LEFT_BEHIND = 1.0
targets = {}
swept = set()
swapping = threading.Lock()

def do_begin(head, payload):
    path = head["path"].encode()
    target = final_target(path) if head["follow"] else Target(path)
    targets[head["id"]] = target
    kind = None if target.stat is None else kind_of(target.stat.st_mode)
    names = [text_of(name) for name in target.names]
    return {"names": names, "name": text_of(target.name), "real": text_of(target.real), "kind": kind}, b""

def do_drop(head, payload):
    drop(targets.pop(head["target"], None))
    return {}, b""

def drop(target):
    if target is None or target.folder is None:
        return
    if target.temp is not None:
        fd, name = target.temp
        os.close(fd)
        quietly(os.unlink, name, dir_fd=target.folder)
    target.temp = None
    target.close()

def quietly(act, *args, **more):
    try:
        act(*args, **more)
    except OSError:
        pass

def do_stage(head, payload):
    stage(targets[head["target"]], head.get("expect"))
    return {}, b""

def do_append(head, payload):
    write_at(targets[head["target"]].temp[0], payload, head["position"])
    return {}, b""

def do_publish(head, payload):
    target = targets.pop(head["target"])
    try:
        expect = head.get("expect")
        if target.temp is None:
            stage(target, expect)
        fd, name = target.temp
        write_at(fd, payload, head["position"])
        keep_owner(fd, target.stat)
        os.fchmod(fd, mode_for(target.stat, head.get("mode")))
        os.fsync(fd)
        refuse_if_moved(target)
        publish(target, name, expect, head["claim"].encode())
        target.temp = None
        try:
            identity = identity_of(os.fstat(fd))
        finally:
            os.close(fd)
        sync_folder(target.folder)
        return {"identity": identity, "path": text_of(target.real), "created": target.stat is None}, b""
    finally:
        drop(target)

def stage(target, expect):
    if target.stat is not None and has_several_names(target.stat):
        drop_temp_names(target)
    refuse_unless_replaceable(target, expect)
    sweep_once(target)
    name = b".deckhand-" + binascii.hexlify(os.urandom(12)) + b".tmp"
    target.temp = (os.open(name, CREATE, 0o600, dir_fd=target.folder), name)

def refuse_unless_replaceable(target, expect):
    st = target.stat
    if st is None:
        if expect not in (None, "absent"):
            raise Refusal("EBUSY", stale=True)
        return
    if expect == "absent":
        raise exists()
    if stat.S_ISDIR(st.st_mode):
        raise Refusal("EISDIR")
    refuse_special(st, "Only regular files can be written; choose another path.")
    if has_several_names(st):
        saying = "the file has several names (%d hard links), and writing would change what the others mean"
        hint = "Remove the other names first, or write to a new file."
        raise Refusal("EPERM", saying=saying % st.st_nlink, hint=hint)
    if expect not in (None, identity_of(st)):
        raise Refusal("EBUSY", stale=True)
    # Renaming over a read-only file would work, against what its owner meant.
    if not os.access(target.name, os.W_OK, dir_fd=target.folder):
        raise Refusal("EACCES")

def exists():
    return Refusal("EEXIST", hint="Choose another name, or read the file and change it.")

def has_several_names(st):
    return stat.S_ISREG(st.st_mode) and st.st_nlink > 1

def write_at(fd, payload, position):
    view = memoryview(payload)
    while len(view) > 0:
        done = os.pwrite(fd, view, position)
        position += done
        view = view[done:]

def keep_owner(fd, replaced):
    if replaced is None:
        return
    ours = os.fstat(fd)
    if (ours.st_uid, ours.st_gid) != (replaced.st_uid, replaced.st_gid):
        quietly(os.fchown, fd, replaced.st_uid, replaced.st_gid)

def mode_for(st, wanted):
    mode = wanted if wanted is not None else NEW_MODE if st is None else stat.S_IMODE(st.st_mode)
    # Set-user-id and set-group-id were granted to the old content alone.
    return mode & ~0o6000

def refuse_if_moved(target):
    if HAS_PROC and where(target.folder, None) != target.home:
        raise Refusal("EBUSY", saying="the folder was moved meanwhile", hint="Repeat the call.")

def publish(target, temp, expect, claim):
    here = {"src_dir_fd": target.folder, "dst_dir_fd": target.folder}
    if expect == "absent":
        return publish_new(target, temp, here)
    if expect is None:
        return os.rename(temp, target.name, **here)
    with Claim(target.folder, claim):
        now = try_lstat(target.name, target.folder)
        if now is None or identity_of(now) != expect:
            raise Refusal("EBUSY", stale=True)
        os.rename(temp, target.name, **here)

def publish_new(target, temp, here):
    # A second name cannot overwrite anything, where a rename would.
    try:
        os.link(temp, target.name, **here)
        return quietly(os.unlink, temp, dir_fd=target.folder)
    except FileExistsError:
        raise exists()
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
    # For filesystems without hard links: an empty file claims the name, and is then replaced.
    try:
        os.close(os.open(target.name, CREATE, 0o600, dir_fd=target.folder))
    except FileExistsError:
        raise exists()
    try:
        os.rename(temp, target.name, **here)
    except OSError:
        quietly(os.unlink, target.name, dir_fd=target.folder)
        raise

class Claim:
    """A name that no other process, and no other thread, works on meanwhile."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name

    def __enter__(self):
        swapping.acquire()
        try:
            self.wait()
        except BaseException:
            swapping.release()
            raise

    def wait(self):
        give_up = time.monotonic() + 2 * LEFT_BEHIND
        seen, since = None, 0
        while True:
            try:
                return os.close(os.open(self.name, CREATE, 0o600, dir_fd=self.folder))
            except FileExistsError:
                pass
            st = try_lstat(self.name, self.folder)
            now = time.monotonic()
            ino = None if st is None else st.st_ino
            if ino != seen:
                seen, since = ino, now
            elif now - since > LEFT_BEHIND:
                # No claim is held for longer than a few system calls: its owner was killed.
                self.release()
            if now > give_up:
                raise Refusal("EBUSY", hint="Repeat the call.")
            time.sleep(0.002)

    def release(self):
        quietly(os.unlink, self.name, dir_fd=self.folder)

    def __exit__(self, *_):
        self.release()
        swapping.release()

def sync_folder(folder):
    # Some filesystems cannot sync a folder; the file itself is synced and in place by now.
    try:
        fd = listable(folder)
    except OSError:
        return
    quietly(os.fsync, fd)
    os.close(fd)

def sweep_once(target):
    if target.home in swept:
        return
    swept.add(target.home)
    def is_old(st):
        return time.time() - st.st_mtime > 3600
    each_temp(target.folder, is_old)

def drop_temp_names(target):
    # A write killed at its last step left a second name on the file it created.
    ino = target.stat.st_ino
    each_temp(target.folder, lambda st: st.st_ino == ino)
    target.stat = try_lstat(target.name, target.folder)

def each_temp(folder, is_over):
    try:
        fd = listable(folder)
    except OSError:
        return
    try:
        with os.scandir(fd) as children:
            for count, child in enumerate(children):
                if count >= LOOKED_AT:
                    return
                name = os.fsencode(child.name)
                if OURS.match(name):
                    st = try_lstat(name, folder)
                    if st is not None and is_over(st):
                        quietly(os.unlink, name, dir_fd=folder)
    except OSError:
        pass
    finally:
        os.close(fd)
`;
