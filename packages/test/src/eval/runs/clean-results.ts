import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isHeld } from './eval-file.js';

/** The runs of an eval that are kept with their sessions, the new one included. */
const KEPT = 5;

interface Cleaning {
  /** In seconds: `sessions.retention` of the configuration. */
  readonly retention?: number | undefined;
  readonly now: number;
}

/** Removes earlier results of an eval, with the sessions of their runs, before a new run of it. One that is in use stays. */
export function cleanResults(dir: string, { retention, now }: Cleaning): void {
  if (!existsSync(dir)) return;
  const isOld = (file: string) => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return retention !== undefined && now - at > retention * 1000;
  };
  // Names begin with the time of the start.
  for (const [index, name] of readdirSync(dir).sort().reverse().entries()) {
    const file = join(dir, name, 'runs.jsonl');
    if ((index >= KEPT - 1 || isOld(file)) && !isHeld(file)) rmSync(join(dir, name), { recursive: true, force: true });
  }
}
