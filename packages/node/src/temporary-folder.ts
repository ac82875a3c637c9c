import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasEnded, ownMark } from './process-mark.js';

/** Each kind is looked through once, at the first use. */
const cleared = new Set<string>();

const KEPT = '.kept';

/**
 * Makes a folder for the time of this process: `loadout-KIND-PID.STARTED.NAMESPACE-RANDOM` in the temporary folder of the system, or in another
 * one, by its real path. Its maker removes it. A process that was killed cannot, so the next one that makes such a folder removes those of
 * processes that have ended.
 */
export function temporaryFolder(kind: string, within: string = tmpdir()): string {
  const parent = realpathSync.native(within);
  const place = join(parent, kind);
  if (!cleared.has(place)) {
    cleared.add(place);
    removeLeftFolders(kind, parent);
  }
  const { pid, started, namespace } = ownMark();
  return mkdtempSync(join(parent, `loadout-${kind}-${pid}.${started}.${namespace}-`));
}

/** Leaves a temporary folder to its user: no later process removes it. */
export function keepTemporaryFolder(folder: string): void {
  writeFileSync(join(folder, KEPT), '');
}

/** Removes the folders of a kind whose process has ended. Those of other users and of other containers stay. */
export function removeLeftFolders(kind: string, parent: string): void {
  const name = new RegExp(`^loadout-${kind}-(\\d+)\\.(\\d+)\\.(\\d+)-`);
  for (const entry of readdirSync(parent)) {
    const [, pid, started, namespace] = (name.exec(entry) ?? []).map(Number);
    if (pid === undefined || started === undefined || namespace === undefined) continue;
    if (hasEnded({ pid, started, namespace }) === true) removeOwn(join(parent, entry));
  }
}

function removeOwn(folder: string): void {
  try {
    const stat = lstatSync(folder);
    const isOwn = process.getuid === undefined || stat.uid === process.getuid();
    if (isOwn && stat.isDirectory() && !readdirSync(folder).includes(KEPT)) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another process removes it too, or it has something that only its maker may remove.
  }
}
