import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system of Linux that is in memory. Half of the time that the tests spend in the system is for files on a disk. */
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
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(place, 'loadout-run-'));
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
