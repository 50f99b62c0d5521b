/**
 * The working note of an agent, behind `memory`.
 * Contract: an empty store reads as an empty text; what was replaced or appended is kept before the promise settles.
 */
export interface MemoryStore {
  read(): Promise<string>;
  replace(content: string): Promise<void>;
  /** Adds a line, on a line of its own. */
  append(line: string): Promise<void>;
}

/** A note that ends with the process. */
export class InMemoryStore implements MemoryStore {
  #text = "";

  read(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  replace(content: string): Promise<void> {
    this.#text = content;
    return Promise.resolve();
  }

  append(line: string): Promise<void> {
    this.#text =
      this.#text === "" || this.#text.endsWith("\n") ? `${this.#text}${line}` : `${this.#text}\n${line}`;
    return Promise.resolve();
  }
}
