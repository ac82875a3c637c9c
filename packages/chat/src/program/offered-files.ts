import { resolve } from 'node:path';
import { pathMatches } from '@loadout/core/run';
import { type Conversation, childEnvironment } from '@loadout/runner';
import { FileFinder } from '../files/file-finder.js';

interface FilesPlace {
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether no rule forbids the agent to read a path, which is relative to `cwd`. */
export function mayRead({ conversation, cwd, env }: FilesPlace): (path: string) => boolean {
  const { rules, roots } = conversation.permissionsNow();
  const base = { home: env.HOME ?? '', workspace: roots[0] ?? cwd };
  const denied = rules.filter(({ behavior, tool }) => behavior === 'deny' && tool === 'Read');
  return (path) => {
    const file = resolve(cwd, path);
    return denied.every(({ specifier }) => specifier !== undefined && !pathMatches(specifier, file, base));
  };
}

/** Finds the files that can be named in a prompt. */
export async function fileFinder(place: FilesPlace): Promise<(query: string) => readonly string[]> {
  const { cwd, env } = place;
  const { signal } = new AbortController();
  const finder = await FileFinder.open({ cwd, env: childEnvironment(env, cwd), signal, isOffered: mayRead(place) });
  return (query) => finder.find(query);
}
