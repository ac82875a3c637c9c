import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system of Linux that is in memory. On a disk, files take half of the time that the tests spend in the system. */
const IN_MEMORY = '/dev/shm';

/** The tests hold less than a tenth of it at any time. A container often has 64 MiB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * Gives the tests of a run one temporary folder, which is removed with all that they left. The folder is in memory where there is
 * room; a `TMPDIR` of the environment wins.
 */
export default function setUp(): () => void {
  const before = process.env.TMPDIR;
  const folder = (before === undefined && makeIn(IN_MEMORY)) || mkdtempSync(join(tmpdir(), 'loadout-run-'));
  // Some tests become a user who owns nothing.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Makes a folder there, unless there is too little room or no program may run. */
function makeIn(place: string): string | undefined {
  try {
    accessSync(place, constants.W_OK);
    removeLeft(place);
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(place, `loadout-run-${process.pid}-`));
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

const OF_RUN = /^loadout-run-(\d+)-/;
const HOUR_MS = 60 * 60_000;

/**
 * Removes the folders of runs that were killed, which would fill the memory. The process of a folder may count in another
 * container, so a folder that was in use within the hour stays.
 */
export function removeLeft(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(OF_RUN.exec(name)?.[1] ?? 0);
    const stat = lstatSync(join(place, name), { throwIfNoEntry: false });
    const isOurs = pid > 0 && stat?.isDirectory() === true && stat.uid === process.getuid?.();
    if (isOurs && Date.now() - stat.mtimeMs > HOUR_MS && !isRunning(pid))
      rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
