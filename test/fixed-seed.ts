import * as fc from "fast-check";

// The same cases in every run; DECKHAND_SEED=random looks for new ones, any other number repeats a run.
const seed = process.env["DECKHAND_SEED"] ?? "20261115";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
