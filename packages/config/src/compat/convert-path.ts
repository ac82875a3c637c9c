import { dirname, join, posix, resolve } from 'node:path';
import { isFileless, isList, isText, type Node } from '../document/node.js';

/** Paths of a settings file start at the project's folder; Loadout's start at the folder of the file that they stand in. */
export function convertPaths(node: Node | undefined, { folder }: { readonly folder: string }): Node | undefined {
  if (!isList(node)) return node;
  const items = node.items.map((item) => {
    if (!isText(item) || /^[~/]/.test(item.value)) return item;
    // Relative for the project's own file: what is trusted is the same wherever the project lies.
    const isOwn = !isFileless(item.place) && dirname(item.place.file) === join(folder, '.claude');
    return { ...item, value: isOwn ? posix.join('..', item.value) : resolve(folder, item.value) };
  });
  return { ...node, items };
}
