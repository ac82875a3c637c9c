import { basename } from 'node:path';
import lists from './called-early.json' with { type: 'json' };

/** The names of the functions that a short run calls, of the package in whose folder the build was started. */
export function calledEarly(): ReadonlySet<string> {
  const byPackage: Readonly<Record<string, readonly string[]>> = lists;
  return new Set(byPackage[basename(process.cwd())]);
}
