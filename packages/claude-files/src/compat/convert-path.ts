import { dirname, join, posix, resolve } from 'node:path';
import { isFileless, isList, isText, type Node } from '@loadout/config/documents';

/**
 * Converts paths of a settings file. They start at the project's folder; Loadout's paths start at the folder of the file that
 * contains them.
 */
export function convertPaths(node: Node | undefined, { folder }: { readonly folder: string }): Node | undefined {
  if (!isList(node)) return node;
  const items = node.items.map((item) => {
    if (!isText(item) || /^[~/]/.test(item.value)) return item;
    // Paths in the project's own file stay relative, so that trust does not depend on the location of the project.
    const isOwn = !isFileless(item.place) && dirname(item.place.file) === join(folder, '.claude');
    return { ...item, value: isOwn ? posix.join('..', item.value) : resolve(folder, item.value) };
  });
  return { ...node, items };
}
