import type { TestContext } from '../test-context.js';
import type { Phase, Seen } from '../watch/seen.js';
import type { Problem } from './check.js';
import { printed, undeclaredProgram, undeclaredVariable } from './declared-effects.js';
import { endOf, holds, type Touches } from './touches.js';

/** Finds what a hook does that its plugin does not declare. A hook has no `access`, so only `touches` speaks for it. */
export const hookEffectProblem = (
  seen: readonly Seen[],
  { touches, context }: { readonly touches: Touches | undefined; readonly context: TestContext },
): Problem => effectProblem(seen, { touches, phase: 'hook', artifactDir: context.artifactDir });

interface Declared {
  readonly touches: Touches | undefined;
  readonly phase: Phase;
  readonly artifactDir: string | undefined;
}

/** Finds what a function without `access` does that its plugin does not declare. */
export function effectProblem(seen: readonly Seen[], { touches, phase, artifactDir }: Declared): Problem {
  const known = printed(seen, phase);
  if (known !== undefined || touches === undefined) return known;
  const what = (kind: Seen['kind']) => seen.filter((one) => one.kind === kind).map((one) => one.what);
  const [written] = what('write').filter((path) => artifactDir === undefined || !path.startsWith(artifactDir));
  if (written !== undefined && touches.fs !== 'write') return `it wrote ${written}; declare "fs": "write" under touches`;
  const [read] = what('read').filter((path) => !path.includes('/node_modules/'));
  if (read !== undefined && touches.fs === undefined) return `it read ${read}; declare "fs": "read" under touches`;
  const address = what('fetch').find((one) => !holds(touches.net, endOf(one).host));
  if (address !== undefined) return `it asked ${address}; declare "net": ${JSON.stringify([endOf(address).host])} under touches`;
  const [listened] = what('listen');
  if (listened !== undefined && touches.net !== true) return `it listens on ${listened}; declare "net": true under touches`;
  return undeclaredProgram(seen, { permitted: [], touches }, phase) ?? undeclaredVariable(seen, touches);
}
