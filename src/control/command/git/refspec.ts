/** What one refspec does to a remote. */
export interface Refspec {
  /** Undefined when it cannot be told. */
  readonly source: string | undefined;
  /** What is changed there: a name, perhaps with a star; undefined when it cannot be told. */
  readonly target: string | undefined;
  readonly isForced: boolean;
  readonly deletes: boolean;
}

/** What is needed to tell where a refspec leads. */
export interface PushState {
  readonly branch: string | undefined;
  /** The refspecs of the configuration. */
  readonly configured: readonly string[];
}

/** Every branch that has the same name on both sides. */
const MATCHING: Refspec = { source: "*", target: "*", isForced: false, deletes: false };

/** Reads refspecs given in a command; one without a target goes where the configuration says. */
export function refspecsOf(text: string, state: PushState): readonly Refspec[] {
  const plain = text.replace(/^\+/, "");
  if (plain.includes(":")) return [parsed(text, state)];
  const source = named(plain, state);
  const mapped = state.configured.flatMap((spec) => mappedBy(parsed(spec, state), source));
  return [
    parsed(text, state),
    ...mapped.map((spec) => ({ ...spec, isForced: spec.isForced || text.startsWith("+") })),
  ];
}

/** What a push without refspecs does. */
export function defaultRefspecs(state: PushState): readonly Refspec[] {
  if (state.configured.length > 0) return state.configured.map((spec) => parsed(spec, state));
  return [{ source: state.branch, target: state.branch, isForced: false, deletes: false }];
}

function parsed(text: string, state: PushState): Refspec {
  const isForced = text.startsWith("+");
  const plain = text.replace(/^\+/, "");
  const colon = plain.indexOf(":");
  if (plain === ":") return { ...MATCHING, isForced };
  if (colon < 0)
    return { source: named(plain, state), target: named(plain, state), isForced, deletes: false };
  const [source, target] = [plain.slice(0, colon), plain.slice(colon + 1)];
  return {
    source: named(source, state),
    target: target === "" ? named(source, state) : target,
    isForced,
    deletes: source === "",
  };
}

/** `HEAD` and `@` are the branch one is on. */
function named(name: string, { branch }: PushState): string | undefined {
  return name === "HEAD" || name === "@" ? branch : name;
}

/** Where a refspec with a star sends this name; nowhere when it does not cover it. */
function mappedBy(spec: Refspec, name: string | undefined): readonly Refspec[] {
  if (name === undefined || spec.source === undefined) return [];
  const [pattern, short] = [spec.source.replace(/^refs\/heads\//, ""), name.replace(/^refs\/heads\//, "")];
  const [before = "", after] = pattern.split("*", 2);
  if (after === undefined) return pattern === short ? [spec] : [];
  if (!short.startsWith(before) || !short.endsWith(after)) return [];
  const middle = short.slice(before.length, short.length - after.length);
  return [{ ...spec, source: name, target: spec.target?.replace("*", () => middle) }];
}
