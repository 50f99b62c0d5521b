import { CHANGE_TEXT } from "./change-text.ts";
import { CONFINE_TEXT } from "./confine-text.ts";
import { FOLDER_TEXT } from "./folder-text.ts";
import { READ_TEXT } from "./read-text.ts";
import { WIRE_TEXT } from "./wire-text.ts";

/** Takes requests from standard input and has a few threads answer them, until nobody asks any more. */
const SERVE_TEXT = String.raw`
import queue

THREADS = 8
requests = queue.SimpleQueue()
speaking = threading.Lock()
threads = []

class Parts:
    """An answer too long for one piece is sent in several."""

    def __init__(self, number):
        self.number, self.pieces, self.size = number, [], 0

    def add(self, piece):
        self.pieces.append(piece)
        self.size += len(piece)
        if self.size >= PART:
            speak({"id": self.number, "part": True}, self.rest())

    def rest(self):
        payload = b"".join(self.pieces)
        self.pieces, self.size = [], 0
        return payload

def speak(head, payload=b""):
    with speaking:
        put(frame_of(head, payload))

def answer(head, payload):
    try:
        act = globals()["do_" + head["op"]]
        result, data = act(head, payload)
        reply = {"id": head["id"], "ok": result}
    except Exception as error:
        reply, data = {"id": head["id"], "error": words_of(error)}, b""
    try:
        speak(reply, data)
    except OSError:
        os._exit(0)

def work():
    while True:
        request = requests.get()
        if request is None:
            return
        answer(*request)

def take(count):
    data = sys.stdin.buffer.read(count)
    if len(data) < count:
        raise EOFError
    return data

def do_ping(head, payload):
    return {}, b""

def serve():
    mind_signals()
    try:
        settle_roots()
    except Refusal as refusal:
        return hello({"refused": refusal.words})
    hello({"roots": [text_of(root) for root in ROOTS]})
    try:
        while True:
            size, head = SIZES.unpack(take(8))
            if size > MOST_FRAME:
                break
            requests.put(parse(take(size - 4), head))
            heard_from()
            if len(threads) < THREADS:
                threads.append(threading.Thread(target=work, daemon=True))
                threads[-1].start()
    except EOFError:
        pass
    until = time.monotonic() + 2
    for _ in threads:
        requests.put(None)
    for thread in threads:
        thread.join(max(0, until - time.monotonic()))
    for target in list(targets.values()):
        drop(target)
    os._exit(0)

serve()
`;

/** The whole agent that reaches files. */
export const FILES_AGENT = [WIRE_TEXT, CONFINE_TEXT, READ_TEXT, CHANGE_TEXT, FOLDER_TEXT, SERVE_TEXT].join(
  "",
);
