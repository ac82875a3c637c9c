import { relative } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import { at, dotted, isFileless, isMap, isText, type MapNode, type Path, type Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { splitUse } from '../packages/split-use.js';
import { projectRoot } from '../trust/project-root.js';
import type { LeftOut } from './leave-out.js';
import { SHELL } from './open-shells.js';

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

/** Reports a part of another tool's file that restricts what may happen and cannot be read. Losing it would allow more (GAP-A2). */
export function refuse({ path, key, place, problem }: Loss, context: Told): undefined {
  context.report.error(errors.CONFIG_COMPAT_GUARD({ file: nameOf(place, context), key, problem }), { path, place });
  return undefined;
}

/** Reports a value that is not quite what its own tool asks for, and its meaning here. */
export function sayRead(
  p: { path: Path; place: Place; key: string; found: string; as: string; fix: string },
  context: Told,
): void {
  context.report.warn(errors.CONFIG_COMPAT_READ({ ...p, file: nameOf(p.place, context) }), p);
}

type Told = Pick<CompatContext, 'report' | 'folder'>;

function nameOf(place: Place, { folder }: Told): string {
  const near = isFileless(place) ? place.file : relative(folder, place.file);
  return near.startsWith('../') ? place.file : near;
}

/** Reports a part of another tool's file that has a problem and is left out. The rest of the file is used. */
export function sayLeftOut({ path, place, problem: { message, fix } }: LeftOut, context: Told): void {
  const key = dotted(path);
  const said = message.startsWith(`${key} `) ? `it${message.slice(key.length)}` : message;
  lose({ path, key, place, problem: said.replace(/\.$/, ''), fix }, context);
}

/** Reports a key of another tool's file that Loadout does not support, and ignores the key. The rest of the file is used. */
export function lose({ path, key, place, problem, fix }: Loss, context: Told): undefined {
  context.report.warn(errors.CONFIG_COMPAT_LOST({ file: nameOf(place, context), key, problem, fix }), { path, place });
  return undefined;
}

/** `known`: the document that requests the files, and all documents below the files. */
export function compatContext(
  place: Place,
  { file, report, known }: { readonly file: string; readonly report: Report; readonly known: readonly MapNode[] },
): CompatContext {
  return {
    report,
    place,
    folder: folderOf(file),
    root: projectRoot(file),
    models: new Set(known.flatMap((one) => keysOf(one, 'models'))),
    shells: [...new Set(known.flatMap(shellsOf))],
  };
}

/** The names under a section of a document. */
export const keysOf = (document: MapNode, section: string): readonly string[] => {
  const found = at(document, [section]);
  return isMap(found) ? [...found.entries.keys()] : [];
};

function shellsOf(document: MapNode): readonly string[] {
  return keysOf(document, 'plugins').filter((name) => {
    const mount = at(document, ['plugins', name]);
    const use = isMap(mount) ? mount.entries.get('use')?.value : mount;
    return isText(use) && splitUse(use.value).name === SHELL;
  });
}
