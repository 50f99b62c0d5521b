import { resolve } from "node:path";

/** The path that a text means in a folder, as `resolve` says; nearly every text is plain, and simply put behind the folder. */
export function pathFrom(folder: string, text: string): string {
  if (!isPlain(text)) return resolve(folder, text);
  if (text.startsWith("/")) return text;
  return folder.startsWith("/") && isPlain(folder) ? `${folder}/${text}` : resolve(folder, text);
}

/** Whether there is nothing in a path that resolving would change: no dots, nothing double, no slash at its end. */
function isPlain(path: string): boolean {
  const first = path.charCodeAt(0);
  return (
    path !== "" &&
    first !== DOT &&
    path.charCodeAt(path.length - 1) !== SLASH &&
    !path.includes("/.") &&
    !path.includes("//")
  );
}

const DOT = 46;
const SLASH = 47;
