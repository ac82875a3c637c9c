import { relative } from 'node:path';
import { isFileless, type Path, type Place } from '../document/node.js';
import { errors } from '../errors.js';
import type { Report } from '../report.js';

export interface CompatContext {
  readonly report: Report;
  /** The folder of the configuration: the files are looked for here. */
  readonly folder: string;
  /** A real path, which is that of the repository for its own files. Nothing outside of it is read. */
  readonly root: string;
  /** The file that says `compat`, where it says so. */
  readonly place: Place;
  /** The names under `models` that a model of an agent file can mean. */
  readonly models: ReadonlySet<string>;
  /** The mounts of the shell, whose commands get the variables of the settings. */
  readonly shells: readonly string[];
  /** The provider of models that are none of `models`. Absent: these are not known. */
  readonly provider?: string | undefined;
}

interface Loss {
  readonly path: Path;
  readonly key: string;
  readonly place: Place;
  readonly problem: string;
  readonly fix?: string | undefined;
}

/** A key of another tool's file that Loadout cannot follow is said and left out; the rest of the file counts. */
export function lose({ path, key, place, problem, fix }: Loss, { report, folder }: CompatContext): undefined {
  const near = isFileless(place) ? place.file : relative(folder, place.file);
  const file = near.startsWith('../') ? place.file : near;
  report.warn(errors.CONFIG_COMPAT_LOST({ file, key, problem, fix }), { path, place });
  return undefined;
}
