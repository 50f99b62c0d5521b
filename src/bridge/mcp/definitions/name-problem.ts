const LONGEST = 256;

/** Why a tool cannot be called so; nothing when it can. Unusual letters are flagged, not refused. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== "string") return "it has no name";
  if (name.trim() === "") return "its name is empty";
  if (name.length > LONGEST) return `its name is ${name.length} characters long`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return "its name holds control characters";
  return /\p{Cs}/u.test(name) ? "its name holds halves of characters" : undefined;
}
