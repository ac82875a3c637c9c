import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { child, folderFiles, isFile, isFolder, isList, isMap, isNull, isText, type Node } from '@loadout/config/documents';
import { isWithin } from '@loadout/node';
import type { CompatContext } from '../foreign/compat-context.js';
import { refuse } from '../foreign/tell-foreign.js';
import type { Manifest } from './read-manifest.js';

/** A file or a folder that a manifest names, or a value that is written out there. */
export type Part = { readonly path: string } | { readonly node: Node };

/** Returns what a key of a manifest names: one path, a list, or values that are written out. */
export function namedParts(key: string, { document }: Manifest, context: CompatContext): readonly Part[] | undefined {
  const node = child(document, key);
  if (node === undefined || isNull(node)) return undefined;
  return (isList(node) ? node.items : [node]).flatMap((one): Part[] => {
    if (isMap(one)) return [{ node: one }];
    const path = isText(one) ? pathIn(one.value, context.folder) : undefined;
    if (path !== undefined && existsSync(path)) return [{ path }];
    const problem = path === undefined ? 'it must be a path in the plugin that starts with ./' : 'there is no such file';
    refuse({ path: [key], key: isText(one) ? one.value : key, place: one.place, problem }, context);
    return [];
  });
}

/** The path in a folder, if it stays there. */
function pathIn(written: string, folder: string): string | undefined {
  if (written !== '.' && !written.startsWith('./')) return undefined;
  const path = resolve(folder, written);
  return isWithin(path, folder) ? path : undefined;
}

/** The files that a part names, by the ending of their names. */
export const filesOf = (path: string, ending: string): readonly string[] =>
  isFile(path) ? [path] : isFolder(path) ? folderFiles(path).filter((file) => file.endsWith(ending)) : [];

export const nameOf = (file: string): string => basename(file).replace(/\.[^.]+$/, '');

/** Whether a plugin has something under this name. */
export const has = (folder: string, name: string): boolean => existsSync(join(folder, name));
