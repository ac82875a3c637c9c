import { resolve } from 'node:path';
import { folderOf } from '@loadout/config';
import type { LoadedTest } from './loaded-test.js';

/** The absolute paths that a test names. */
export interface NamedPaths {
  readonly scripts: readonly string[];
  readonly cassettes: readonly string[];
  /** The folders that workspaces are copied from. */
  readonly folders: readonly string[];
}

export function namedBy({ file, spec: { model, workspace } }: LoadedTest): NamedPaths {
  const near = (...paths: readonly unknown[]) =>
    paths.flatMap((path) => (typeof path === 'string' ? [resolve(folderOf(file), path)] : []));
  return {
    scripts: near(model?.script, ...Object.values(model?.agents ?? {})),
    cassettes: near(model?.cassette),
    folders: near(workspace?.dir),
  };
}
