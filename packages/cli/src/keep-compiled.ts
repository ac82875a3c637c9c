import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for compiled code, beside the stored plans and for this user alone; `undefined` if no folder is known. */
export function compiledFolder({ XDG_CACHE_HOME: cache, HOME: home }: Environment): string | undefined {
  const [own, user] = [cache, home].map((folder) => (folder !== undefined && isAbsolute(folder) ? folder : undefined));
  const base = own ?? (user === undefined ? undefined : join(user, '.cache'));
  return base === undefined ? undefined : join(base, 'loadout', 'compiled');
}

/**
 * From Node 22 on, compiled code is stored and used again. The first start of a user only makes the folder, and the second one fills it: Node
 * makes what it stores before a file runs, which delays the first request, and a container or a job of a CI throws its home away
 * after one run. A folder that cannot be written to stops nothing.
 */
export function keepCompiled(env: Environment): void {
  const folder = compiledFolder(env);
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  if (folder === undefined || enableCompileCache === undefined) return;
  if (existsSync(folder)) enableCompileCache(folder);
  else makeFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The next start tries again.
  }
}
