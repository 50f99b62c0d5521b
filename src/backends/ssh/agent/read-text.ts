/** What the files agent does without changing anything. */
export const READ_TEXT = String.raw`
held = {}

def kind_of(mode):
    if stat.S_ISREG(mode): return "file"
    if stat.S_ISDIR(mode): return "folder"
    return "link" if stat.S_ISLNK(mode) else "other"

def kind_words(mode):
    if stat.S_ISFIFO(mode): return "a FIFO (named pipe)"
    if stat.S_ISSOCK(mode): return "a socket"
    return "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "a special file"

def identity_of(st):
    return "id:%d:%d:%d:%d:%d" % (st.st_dev, st.st_ino, st.st_size, st.st_mtime_ns, st.st_ctime_ns)

def stat_words(st):
    return {"kind": kind_of(st.st_mode), "size": st.st_size, "mtime": str(st.st_mtime_ns)}

def do_stat(head, payload):
    path = head["path"].encode()
    if path in SPELLINGS:
        fd, _ = open_inside(path)
        try:
            return stat_words(os.fstat(fd)), b""
        finally:
            os.close(fd)
    target = Target(path)
    target.close()
    if target.stat is None:
        raise Refusal("ENOENT")
    return stat_words(target.stat), b""

def do_list(head, payload):
    folder, _ = open_inside(head["path"].encode(), os.O_DIRECTORY)
    try:
        fd = listable(folder)
    finally:
        os.close(folder)
    parts = Parts(head["id"])
    try:
        with os.scandir(fd) as children:
            for child in children:
                mark = b"l" if child.is_symlink() else b"d" if child.is_dir(follow_symlinks=False) else b"f"
                parts.add(mark + os.fsencode(child.name) + b"\0")
    finally:
        os.close(fd)
    return {}, parts.rest()

def do_open(head, payload):
    looked, real = open_inside(head["path"].encode())
    try:
        st = os.fstat(looked)
        if contains(b"/proc", real):
            saying = "/proc shows the kernel's state and is not read as files"
            raise Refusal("EACCES", code="denied_policy", saying=saying)
        if stat.S_ISDIR(st.st_mode):
            raise Refusal("EISDIR", syscall="read", bare=True)
        refuse_special(st, "Only regular files can be read or written.")
        fd = readable(looked)
    finally:
        os.close(looked)
    try:
        first = pread_all(fd, 0, min(head["most"], st.st_size))
    except BaseException:
        os.close(fd)
        raise
    # A file replaced just after it was opened is shown with this mark.
    if st.st_nlink == 0 and real.endswith(b" (deleted)"):
        real = real[:-10]
    is_whole = len(first) >= st.st_size or len(first) < head["most"]
    if is_whole:
        os.close(fd)
    else:
        held[head["id"]] = fd
    facts = {"path": text_of(real), "identity": identity_of(st), "size": st.st_size, "links": st.st_nlink}
    return dict(facts, mode=stat.S_IMODE(st.st_mode), isHeld=not is_whole), first

def refuse_special(st, hint):
    if not stat.S_ISREG(st.st_mode):
        saying = "%s is not a regular file" % kind_words(st.st_mode)
        raise Refusal("EINVAL", saying=saying, hint=hint)

def pread_all(fd, position, length):
    pieces = []
    while length > 0:
        piece = os.pread(fd, length, position)
        if not piece:
            break
        pieces.append(piece)
        position += len(piece)
        length -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)

def do_read(head, payload):
    return {}, pread_all(held[head["file"]], head["position"], head["length"])

def do_close(head, payload):
    fd = held.pop(head["file"], None)
    if fd is not None:
        os.close(fd)
    return {}, b""

def do_git(head, payload):
    def has(folder, name):
        return os.path.exists(folder.encode() + b"/" + name)
    def is_repository(at):
        return has(at, b"HEAD") and (has(at, b"commondir") or (has(at, b"objects") and has(at, b"refs")))
    return {"repositories": [folder for folder in head["folders"] if is_repository(folder)]}, b""
`;
