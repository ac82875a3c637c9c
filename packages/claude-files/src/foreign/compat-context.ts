import { folderOf } from '@loadout/config';
import { at, isMap, isShell, isText, type MapNode, type Place, projectRoot, type Report } from '@loadout/config/documents';

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
  /** Whether the files are checked for their author, who is told as an error what no program can read. */
  readonly isChecked?: boolean | undefined;
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
    return isText(use) && isShell(use.value);
  });
}
