import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import { child, isText, type MapNode } from '../document/node.js';

/** The source of a declared secret whose value is available without running a command. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** A declared secret that nothing refers to. It is hidden like the others. The value of a command is unknown and not fetched. */
export interface IdleSecret {
  readonly source: SecretSource;
  readonly value: string;
}

const MOST_BYTES = 1024 * 1024;

type Env = Readonly<Record<string, string | undefined>>;

/** The declared secrets of variables and files that are not among `used`. A secret without an available value hides nothing. */
export function idleSecrets(
  declared: MapNode,
  { env, cwd, used }: { readonly env: Env; readonly cwd: string; readonly used: ReadonlySet<string> },
): readonly IdleSecret[] {
  return [...declared.entries].flatMap(([name, { value: node }]): readonly IdleSecret[] => {
    if (used.has(name)) return [];
    const [variable, file] = [child(node, 'env'), child(node, 'file')];
    const base = node.place.file.startsWith('(') ? cwd : folderOf(node.place.file);
    const source = isText(variable) ? { env: variable.value } : isText(file) ? { file: resolve(base, file.value) } : undefined;
    const value = source === undefined ? undefined : sourceValue(source, env);
    return source === undefined || value === undefined ? [] : [{ source, value }];
  });
}

export function sourceValue(source: SecretSource, env: Env): string | undefined {
  if ('env' in source) return env[source.env] || undefined;
  try {
    // A device or a pipe would never end. A secret is short.
    const stat = statSync(source.file);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    return readFileSync(source.file, 'utf8').replace(/[\r\n]+$/, '') || undefined;
  } catch {
    return undefined;
  }
}
