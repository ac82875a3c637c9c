import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import type { Plan } from '@loadout/core/run';
import { FileStore, latestSession, type SessionHeader, sessionFolder, sessionPlace } from '@loadout/runner';

/**
 * The agent that a session was started with, from the first line of the session. `undefined` if it cannot be read; the runner
 * then reports the reason.
 */
export function sessionAgent(
  resume: string,
  { plan, env }: { readonly plan: Plan; readonly env: Readonly<Record<string, string | undefined>> },
): string | undefined {
  const folder = sessionFolder({ workspace: realpathSync(plan.workspace), dir: plan.sessions.dir, env });
  const place = resume === 'latest' ? latestSession(new FileStore(folder)) : sessionPlace(folder, resume);
  const header = place === undefined ? undefined : firstLine(place.file);
  try {
    return header === undefined ? undefined : (JSON.parse(header) as SessionHeader).agent;
  } catch {
    return undefined;
  }
}

const HEADER_BYTES = 64 * 1024;

/** Reads only the first line, because a session may be large. */
function firstLine(file: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return undefined;
  }
  const bytes = Buffer.alloc(HEADER_BYTES);
  const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  return bytes.subarray(0, length).toString('utf8').split('\n', 1)[0];
}
