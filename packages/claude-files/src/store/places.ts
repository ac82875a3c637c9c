import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateDir } from '@loadout/node';

export type Env = Readonly<Record<string, string | undefined>>;

export const isCommit = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** Whether a text names files that never change: a commit, or the SHA-256 of an archive. */
export const isPin = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The folder of a commit's files. A commit has the same files wherever it comes from. */
export const commitFolder = (sha: string, env: Env): string => join(stateDir(env), 'claude', 'commits', sha);

/** The folder in which a plugin keeps files over its updates: one for each mount of a project. */
export function dataFolder({ mount, project }: { readonly mount: string; readonly project: string }, env: Env): string {
  const id = createHash('sha256').update(project).digest('hex').slice(0, 12);
  return join(stateDir(env), 'claude', 'data', `${mount}-${id}`);
}
