import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { messageOf } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import type { Secrets } from '@loadout/runner';
import type { Recording } from '@loadout/viewer';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { size } from '../render/numbers.js';
import { oneLine } from '../render/printable.js';

export interface PageWish {
  readonly io: Pick<Io, 'env' | 'tell'>;
  readonly secrets: Secrets;
  readonly whole?: boolean;
  readonly results?: boolean;
}

/** Writes recordings as one page, whole or not at all, and tells what was removed. Throws FILE_NOT_WRITTEN. */
export async function writePage(file: string, recordings: readonly Recording[], wish: PageWish): Promise<void> {
  const { io, secrets, whole, results } = wish;
  checkPageFile(file);
  const { exportData, pageHtml } = await import('@loadout/viewer');
  const home = io.env.HOME || homedir();
  const data = await exportData(recordings, { now: Date.now(), secrets, home, whole, results });
  const html = pageHtml(data);
  try {
    replaceWhole(file, html);
  } catch (cause) {
    throw errors.FILE_NOT_WRITTEN({ file, problem: messageOf(cause) }, { cause });
  }
  io.tell(`Wrote ${oneLine(file, 400)} (${size(Buffer.byteLength(html))}).\n`);
  const { redacted } = data.exported;
  if (redacted.length > 0) io.tell(`Left out: ${redacted.join(', ')}.\n`);
}

/** Throws FILE_NOT_WRITTEN for a folder or a device: a page takes the place of what was there. */
export function checkPageFile(file: string): void {
  const problem = problemWith(file);
  if (problem !== undefined) throw errors.FILE_NOT_WRITTEN({ file, problem });
}

function problemWith(file: string): string | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) return undefined;
    return found.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  } catch (error) {
    return messageOf(error);
  }
}
