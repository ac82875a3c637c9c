import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Maps each path in a folder to its kind, its mode and a digest of its content. Changes nothing in the folder. */
export function snapshotFolder(dir: string): Map<string, string> {
  const entries = readdirSync(dir, { recursive: true }).map(String).sort();
  return new Map(entries.map((entry) => [entry, fingerprint(join(dir, entry))]));
}

/** Every entry that is not the same in both. */
export function changedEntries(before: Map<string, string>, after: Map<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((entry) => before.get(entry) !== after.get(entry));
}

/** The first entry that is not the same in both, as a sentence. */
export function folderChange(before: Map<string, string>, after: Map<string, string>): string | undefined {
  for (const [entry, was] of before) {
    const is = after.get(entry);
    if (is === undefined) return `it removed ${entry}`;
    if (is !== was) return `it changed ${entry}`;
  }
  const added = [...after.keys()].find((entry) => !before.has(entry));
  return added === undefined ? undefined : `it made ${added}`;
}

function fingerprint(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stat.isFile()) return `other ${stat.mode}`;
  return `file ${stat.mode} ${stat.mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

/** The content of each entry of a folder, without times, for folders that are compared with each other. */
export const contentsOf = (dir: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...snapshotFolder(dir)].map(([entry, print]) => [entry, print.replace(/^(file \d+) \S+/, '$1')]));
