/** How the files agent makes and removes folders, each step inside a folder it holds open. */
export const FOLDER_TEXT = String.raw`
def do_lead(head, payload):
    """Finds how much of a path of folders is there, and holds the last one."""
    path = head["path"].encode()
    missing = []
    while True:
        try:
            fd, real = open_inside(path, os.O_DIRECTORY)
            break
        except NotADirectoryError:
            raise not_a_folder(path)
        except FileNotFoundError:
            path, _, name = path.rpartition(b"/")
            path = path or b"/"
            missing.insert(0, name.decode())
    held[head["id"]] = fd
    return {"real": text_of(real), "missing": missing}, b""

def not_a_folder(path):
    try:
        fd, _ = open_inside(path)
        os.close(fd)
        return Refusal("EEXIST")
    except (OSError, Refusal):
        return Refusal("ENOTDIR")

def do_make(head, payload):
    fd = held.pop(head["file"])
    try:
        for name in [name.encode() for name in head["missing"]]:
            try:
                os.mkdir(name, dir_fd=fd)
            except FileExistsError:
                # Somebody else made it first, which is as good.
                pass
            fd = step_into(fd, name)
    finally:
        os.close(fd)
    return {}, b""

def step_into(folder, name):
    if not HAS_PROC and not HAS_GETPATH:
        # Nothing but its path tells where a descriptor leads, so only a plain folder will do.
        below = os.open(name, LOOK | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
    else:
        below = os.open(name, LOOK | os.O_DIRECTORY, dir_fd=folder)
        if not is_inside(where(below, None)):
            os.close(below)
            raise Refusal("EACCES", outside=True)
    os.close(folder)
    return below

def refuse_root(target):
    if any(contains(target.real, root) for root in ROOTS):
        saying = "a workspace folder itself is never removed"
        raise Refusal("EPERM", code="denied_policy", saying=saying)

def do_doom(head, payload):
    """Holds what is to be removed; tells its names, and everything below it."""
    path = head["path"].encode()
    if path in SPELLINGS:
        raise Refusal("EPERM", code="denied_policy", saying="a workspace folder itself is never removed")
    target = Target(path)
    targets[head["id"]] = target
    try:
        if target.stat is None:
            raise Refusal("ENOENT")
        refuse_root(target)
        is_folder = stat.S_ISDIR(target.stat.st_mode)
        parts = Parts(head["id"])
        if is_folder and head["recursive"]:
            each_below(target.folder, target.name, target.real, lambda path, *_: parts.add(path + b"\0"))
    except BaseException:
        drop(targets.pop(head["id"]))
        raise
    return {"names": [text_of(name) for name in target.names], "isFolder": is_folder}, parts.rest()

def do_remove(head, payload):
    target = targets.pop(head["target"])
    try:
        if not stat.S_ISDIR(target.stat.st_mode):
            os.unlink(target.name, dir_fd=target.folder)
        else:
            each_below(target.folder, target.name, target.real, remove_one)
            os.rmdir(target.name, dir_fd=target.folder)
    finally:
        drop(target)
    return {}, b""

def remove_one(path, name, folder, is_folder):
    if is_folder:
        os.rmdir(name, dir_fd=folder)
    else:
        os.unlink(name, dir_fd=folder)

def each_below(folder, name, real, visit):
    """Visits everything below a folder, the deepest first; links are visited, never followed."""
    levels = [open_level(folder, name, real, None)]
    try:
        while levels:
            fd, at, children, parent = levels[-1]
            if children:
                child, is_folder = children.pop()
                if is_folder:
                    levels.append(open_level(fd, child, at + b"/" + child, fd))
                else:
                    visit(at + b"/" + child, child, fd, False)
                continue
            levels.pop()
            os.close(fd)
            if parent is not None:
                visit(at, os.path.basename(at), parent, True)
    finally:
        for level in levels:
            os.close(level[0])

def open_level(folder, name, at, parent):
    fd = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
    try:
        with os.scandir(fd) as found:
            children = [(os.fsencode(each.name), each.is_dir(follow_symlinks=False)) for each in found]
    except BaseException:
        os.close(fd)
        raise
    return fd, at, children, parent
`;
