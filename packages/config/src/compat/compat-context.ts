import { relative } from 'node:path';
import { isFileless, type Path, type Place } from '../document/node.js';
import { errors } from '../errors.js';
import type { Report } from '../report.js';

export interface CompatContext {
  readonly report: Report;
  /** The folder of the configuration, in which the files are looked up. */
  readonly folder: string;
  /** The real path of a folder, which is the repository for the repository's own files. No file outside of the folder is read. */
  readonly root: string;
  /** The file that contains `compat`, and the place in it. */
  readonly place: Place;
  /** The names under `models` that a model of an agent file can refer to. */
  readonly models: ReadonlySet<string>;
  /** The mounts of the shell, whose commands get the variables of the settings. */
  readonly shells: readonly string[];
  /** The provider of models that are not in `models`. If absent, such models are unknown. */
  readonly provider?: string | undefined;
}

interface Loss {
  readonly path: Path;
  readonly key: string;
  readonly place: Place;
  readonly problem: string;
  readonly fix?: string | undefined;
}

/** Reports a key of another tool's file that Loadout does not support, and ignores the key. The rest of the file is used. */
export function lose({ path, key, place, problem, fix }: Loss, { report, folder }: CompatContext): undefined {
  const near = isFileless(place) ? place.file : relative(folder, place.file);
  const file = near.startsWith('../') ? place.file : near;
  report.warn(errors.CONFIG_COMPAT_LOST({ file, key, problem, fix }), { path, place });
  return undefined;
}
