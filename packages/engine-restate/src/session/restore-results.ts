import type { Endpoint } from '../engine/request.js';
import { readEntries } from '../record/read-session.js';
import type { SessionLog } from '../record/session-log.js';
import type { ArtifactPaths } from '../results/artifact-paths.js';
import { isHere, type KeptResult, partName, writeResult } from '../results/long-result.js';

interface Restoring {
  readonly log: SessionLog;
  readonly paths: ArtifactPaths;
  readonly admin: Endpoint;
  readonly agent: string;
  readonly run: string;
}

/** Writes the long results of earlier workers that this machine does not have, one at a time. Throws ENGINE_UNREACHABLE. */
export async function restoreResults({ log, paths, ...session }: Restoring): Promise<void> {
  for (const kept of log.results)
    if (!isHere(kept.path, paths)) await writeResult(kept, { paths, texts: await textsOf(kept, { log, ...session }) });
  log.parts.clear();
}

/** The parts of the steps that were just replayed, or else those in the state. `undefined` if one is in neither. */
async function textsOf(
  { path, parts }: KeptResult,
  { log, ...session }: Omit<Restoring, 'paths'>,
): Promise<readonly string[] | undefined> {
  const names = Array.from({ length: parts }, (_, at) => partName(path, at + 1));
  const missing = names.filter((name) => !log.parts.has(name));
  const read = missing.length === 0 ? new Map<string, string>() : await readEntries<string>(session, missing);
  const texts = names.flatMap((name) => log.parts.get(name) ?? read.get(name) ?? []);
  return texts.length === parts ? texts : undefined;
}
