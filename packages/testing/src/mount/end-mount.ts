import type { PluginParts } from '@loadout/core';
import { guarded } from './guarded.js';
import { settledIn } from './settled-in.js';

/** The time within which `dispose` must settle where its author names none, in milliseconds. */
export const GRACE_MS = 5_000;

/** Ends a mount, and waits for it no longer than the grace. Returns what went wrong, and never throws. */
export async function endMount(parts: PluginParts, graceMs: number): Promise<string | undefined> {
  const end = Promise.resolve()
    .then(() => guarded('dispose', () => parts.dispose?.()))
    .then(
      () => undefined,
      (error: unknown) => `dispose threw ${String(error)}`,
    );
  return settledIn(graceMs, end, () => `dispose still runs after ${graceMs} ms`);
}
