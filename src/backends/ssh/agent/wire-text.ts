/**
 * What both agents begin with, in Python 3.7 or newer: frames out, and errors in words a wire can carry.
 * A frame is its length, the length of its head, the head as JSON, and the payload; `CONFIG` is put before this text.
 */
export const WIRE_TEXT = String.raw`
import errno, json, os, signal, stat, struct, sys, time

if sys.version_info < (3, 7):
    sys.exit("its python3 is %d.%d, and 3.7 or newer is needed" % sys.version_info[:2])

SIZES = struct.Struct(">II")
MOST_FRAME = 8 << 20
PART = 256 << 10

class Refusal(Exception):
    def __init__(self, name, **more):
        Exception.__init__(self, name)
        self.words = dict(more, errno=name)

def words_of(error):
    if isinstance(error, Refusal):
        return error.words
    if isinstance(error, OSError) and error.errno is not None:
        return {"errno": errno.errorcode.get(error.errno, "EIO"), "words": error.strerror}
    return {"errno": "EIO", "words": "%s: %s" % (type(error).__name__, error)}

def text_of(path):
    return path.decode("utf-8", "replace")

def put(pieces):
    pieces = [memoryview(piece) for piece in pieces if len(piece) > 0]
    while pieces:
        done = os.writev(1, pieces)
        while pieces and done >= len(pieces[0]):
            done -= len(pieces.pop(0))
        if done > 0:
            pieces[0] = pieces[0][done:]

def frame_of(head, payload=b""):
    text = json.dumps(head, separators=(",", ":")).encode()
    return [SIZES.pack(4 + len(text) + len(payload), len(text)), text, payload]

def parse(body, size):
    return json.loads(body[:size].decode()), body[size:]

def stop(*_):
    raise EOFError

def mind_signals():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGALRM, stop)
    heard_from()

def heard_from():
    # A line that was cut without a word is silent for ever: the other side speaks up from time to time.
    signal.alarm(CONFIG["silenceSeconds"])

def hello(facts):
    settings = {text_of(name): text_of(value) for name, value in os.environb.items()}
    put([CONFIG["magic"].encode() + b"\n"])
    put(frame_of(dict(facts, id=0, env=settings)))
`;
