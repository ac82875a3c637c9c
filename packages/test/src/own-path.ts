import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { folderOf } from '@loadout/config';
import type { Path } from '@loadout/config/documents';
import type { Position } from '@loadout/core';
import { isWithin } from '@loadout/node';
import { errors } from './errors.js';

/** A part of a configuration that names files. */
interface Naming {
  /** The absolute path of the file that it stands in. */
  readonly file: string;
  at(path: Path): Position;
}

/**
 * Returns the absolute path of a file or folder that a test names, relative to the file of the test. Throws TEST_PATH for a path that
 * does not exist, or that leads out of the folder of the configuration.
 */
export function ownPath(test: Naming, at: Path, { path, folder }: { readonly path: string; readonly folder: string }): string {
  const refuse = (problem: string) => errors.TEST_PATH({ path, problem }, { position: test.at(at) });
  const wanted = resolve(folderOf(test.file), path);
  let real: string;
  try {
    real = realpathSync.native(wanted);
  } catch (cause) {
    throw refuse(`cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  if (!isWithin(real, realpathSync.native(folder))) throw refuse(`is outside of ${folder}, the folder of the configuration`);
  return real;
}
