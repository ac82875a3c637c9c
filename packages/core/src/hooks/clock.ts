/** Time, handed in because core has no clock of its own. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Runs `action` after `ms`; the answer cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** How long what was told to stop has to stop by itself. */
export const GRACE_MS = 5_000;
