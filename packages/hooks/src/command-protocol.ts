import { HOOK_EVENTS, type HookEvent, type HookOutput } from '@loadout/core';
import type { ChildExit } from '@loadout/node';
import { contextFor, findAnswer, readOutput } from './read-output.js';

/** Exit codes of a shell that cannot run the command. A missing guard guards nothing, so this is a failure of the hook. */
const [NOT_EXECUTABLE, NOT_FOUND] = [126, 127];
/** A shell whose last program was killed ends with 128 and the number of the signal. */
const [FIRST_KILLED, LAST_KILLED] = [129, 159];

interface ReadExit {
  readonly output?: HookOutput | undefined;
  readonly problem?: string | undefined;
}

/**
 * The field's protocol: 0 reads standard output, 2 blocks with standard error, anything else is a problem that blocks
 * nothing; but a working tree that was not made is none, and a program that was killed, as for want of memory, has not decided
 * anything: that is a failure of the hook, which blocks where the hook is a guard. JSON on standard output counts with any code, except where 2 blocks.
 * `rewakes`: 2 is to keep the run from ending, whatever the event. Source: HOOK-16, HOOK-17.
 */
export function readExit(exit: ChildExit, { event, rewakes = false }: { event: HookEvent; rewakes?: boolean }): ReadExit {
  const stderr = exit.stderr.trim();
  if (exit.code === NOT_FOUND || exit.code === NOT_EXECUTABLE)
    throw new Error(`it could not be started: ${stderr.slice(0, 500) || `exit code ${exit.code}`}${fixOf(exit.code)}`);
  if (exit.code === 2)
    return onExit2(stderr || 'no reason was given on standard error', {
      event,
      means: rewakes ? 'block' : HOOK_EVENTS[event].exit2,
    });
  if (exit.code === 0) return { output: readOutput(exit.stdout, { event, from: 'standard output' }) };
  const how = exit.code === null ? `signal ${exit.signal}` : `exit code ${exit.code}`;
  const isKilled = exit.code === null || (exit.code >= FIRST_KILLED && exit.code <= LAST_KILLED);
  if (isKilled) throw new Error(`it was killed (${how})${stderr === '' ? '' : `: ${stderr.slice(0, 500)}`}`);
  if (event === 'WorktreeCreate') return { output: { decision: 'block', reason: stderr || `it ended with ${how}` } };
  const problem = `it ended with ${how}${stderr === '' ? '' : `: ${stderr.slice(0, 500)}`}`;
  return { output: findAnswer(exit.stdout, { event, from: 'standard output' }), problem };
}

const fixOf = (code: number): string =>
  code === NOT_EXECUTABLE ? ' (a script needs the right to run: chmod +x, or name its program, as in sh guard.sh)' : '';

function onExit2(
  reason: string,
  { event, means }: { event: HookEvent; means: (typeof HOOK_EVENTS)[HookEvent]['exit2'] },
): ReadExit {
  switch (means) {
    case 'block':
      return { output: { decision: 'block', reason } };
    case 'model':
      return { output: contextFor(event, reason) };
    case 'person':
      return { problem: reason };
    case 'ignored':
      return {};
  }
}
