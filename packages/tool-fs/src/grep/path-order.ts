/** The items below one folder: those of its files, by name, and its folders, by name and `FOLDER_END`. */
type Folder<T> = Map<string, T[] | Folder<T>>;

/** No character of a name comes before this one, so `a/b` sorts before `a.txt`. */
const FOLDER_END = '\0';

/**
 * The first `count` items in the order in which a sorted walk meets their paths, name by name; without `count`, all of them. Items
 * with the same path keep their order. Only the folders of these items are sorted.
 */
export function inPathOrder<T extends { readonly path: string }>(
  items: readonly T[],
  count = Number.POSITIVE_INFINITY,
): readonly T[] {
  const root: Folder<T> = new Map();
  const folders = new Map([['', root]]);
  let path: string | undefined;
  let sameFile: T[] = [];
  for (const item of items) {
    // The items of one file usually come one after the other.
    if (item.path !== path) sameFile = fileAt(item.path, folders);
    path = item.path;
    sameFile.push(item);
  }
  const ordered: T[] = [];
  addInOrder(root, { ordered, count });
  return ordered.length > count ? ordered.slice(0, count) : ordered;
}

/** Returns the items of the file at a path. */
function fileAt<T>(path: string, folders: Map<string, Folder<T>>): T[] {
  const cut = path.lastIndexOf('/');
  const folder = folderAt(path.slice(0, Math.max(0, cut)), folders);
  const name = path.slice(cut + 1);
  const there = folder.get(name);
  if (Array.isArray(there)) return there;
  const items: T[] = [];
  folder.set(name, items);
  return items;
}

function folderAt<T>(path: string, folders: Map<string, Folder<T>>): Folder<T> {
  const there = folders.get(path);
  if (there !== undefined) return there;
  const cut = path.lastIndexOf('/');
  const folder: Folder<T> = new Map();
  folderAt(path.slice(0, Math.max(0, cut)), folders).set(path.slice(cut + 1) + FOLDER_END, folder);
  folders.set(path, folder);
  return folder;
}

/** Adds at least `count` items, if there are as many. */
function addInOrder<T>(folder: Folder<T>, into: { readonly ordered: T[]; readonly count: number }): void {
  const { ordered, count } = into;
  for (const name of [...folder.keys()].sort()) {
    if (ordered.length >= count) return;
    const there = folder.get(name);
    if (Array.isArray(there)) for (const item of there) ordered.push(item);
    else if (there !== undefined) addInOrder(there, into);
  }
}
