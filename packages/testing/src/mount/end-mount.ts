import type { PluginParts } from '@loadout/core';
import { guarded } from './guarded.js';

/** The time within which `dispose` must settle where its author names none, in milliseconds. */
export const GRACE_MS = 5_000;

/** Ends a mount, and waits for it no longer than the grace. Returns what went wrong, and never throws. */
export async function endMount(parts: PluginParts, graceMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, graceMs, `dispose still runs after ${graceMs} ms`);
  });
  const end = Promise.resolve()
    .then(() => guarded('dispose', () => parts.dispose?.()))
    .then(
      () => undefined,
      (error: unknown) => `dispose threw ${String(error)}`,
    );
  try {
    return await Promise.race([end, late]);
  } finally {
    clearTimeout(timer);
  }
}
