/** How a host writes variables in its files. */
export type Dialect = "deckhand" | "dollar" | "braces" | "literal";

/** Rewrites a text of a host's file into the variables that `expandVariables` knows. */
export function translateVariables(text: string, dialect: Dialect): string {
  switch (dialect) {
    case "deckhand":
      return text;
    case "dollar":
      return text.replaceAll(/\$([A-Za-z_]\w*)/g, "${$1}");
    case "braces":
      return withoutVariables(text).replaceAll(/\{((?:env|file):[^{}]*)\}/g, "${$1}");
    case "literal":
      return withoutVariables(text);
  }
}

function withoutVariables(text: string): string {
  return text.replaceAll("${", "$${$}{");
}
