import { toJson } from "../sqlite/json-text.ts";

/** A value as JSON text, so that nobody can alter what is kept by holding on to it. */
export interface Kept<T> {
  readonly json: string;
  /** Never there; tells the compiler what the text was made of. */
  readonly of?: T;
}

/** Keeps a value; one that is not JSON is refused. */
export function keep<T>(value: T): Kept<T> {
  return { json: toJson(value) };
}

/** The value again, as a copy. */
export function valueOf<T>({ json }: Kept<T>): T {
  return JSON.parse(json) as T;
}
