/** Makes an expression of a name pattern: with `*` or `?` an anchored glob, without a part of the name; case is ignored. */
export function namePattern(pattern: string): RegExp {
  // The pattern is about names, which are found at any depth anyway.
  const name = pattern.replace(/^(?:\*\*\/)+/, "");
  if (!/[*?]/.test(name)) return new RegExp(literally(name), "iu");
  const [first = "", ...others] = name.split(/\*+/).map(withoutStars);
  const last = others.pop();
  return new RegExp(
    last === undefined ? `^${first}$` : `^${first}${others.map(soonest).join("")}.*${last}$`,
    "isu",
  );
}

/** What a star skips is settled when what follows is found first, and never tried again: no pattern makes it slow. */
function soonest(part: string, at: number): string {
  return `(?=(.*?${part}))\\${at + 1}`;
}

function withoutStars(part: string): string {
  return part.replaceAll(/\?|[^?]+/g, (piece) => (piece === "?" ? "." : literally(piece)));
}

function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
