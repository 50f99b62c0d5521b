/** Makes an expression of a name pattern: with `*` or `?` an anchored glob, without a part of the name; case is ignored. */
export function namePattern(pattern: string): RegExp {
  // The pattern is about names, which are found at any depth anyway.
  const name = pattern.replace(/^(?:\*\*\/)+/, "");
  if (!/[*?]/.test(name)) return new RegExp(literally(name), "iu");
  const glob = name.replaceAll(/\*+|\?|[^*?]+/g, (part) => {
    if (part.startsWith("*")) return ".*";
    return part === "?" ? "." : literally(part);
  });
  return new RegExp(`^${glob}$`, "isu");
}

function literally(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}
