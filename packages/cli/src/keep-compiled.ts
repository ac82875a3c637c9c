import module from 'node:module';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Beside the plans that are kept, and for this user alone; `undefined` where no folder is known. */
export function compiledFolder({ XDG_CACHE_HOME: cache, HOME: home }: Environment): string | undefined {
  const base = cache || (home ? join(home, '.cache') : undefined);
  return base === undefined ? undefined : join(base, 'loadout', 'compiled');
}

/** From Node 22 on, what was compiled once is not compiled again: a start takes about a sixth less. A folder that cannot be written stops nothing. */
export function keepCompiled(env: Environment): void {
  const folder = compiledFolder(env);
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  if (folder !== undefined) enableCompileCache?.(folder);
}
