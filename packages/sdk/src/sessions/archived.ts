import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@loadout/core';
import { jsonIn, replaceWhole } from '@loadout/node';
import type { Ends } from './file-ends.js';
import { promptOf } from './first-prompt.js';
import { linesWith } from './scan-lines.js';

export interface ArchiveMark {
  readonly archived: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The mark is a file beside the transcript, which stays unchanged. */
const markOf = (file: string): string => join(file.replace(/\.jsonl$/, ''), 'archived.json');

export async function readArchiveMark(file: string): Promise<ArchiveMark | undefined> {
  const mark = jsonIn(await readFile(markOf(file), 'utf8').catch(() => ''));
  if (!isObject(mark) || typeof mark.archived !== 'boolean') return undefined;
  return { archived: mark.archived, at: Date.parse(String(mark.at)) };
}

export function writeArchiveMark(file: string, archived: boolean): void {
  replaceWhole(markOf(file), JSON.stringify({ archived, at: new Date().toISOString(), by: 'sdk' }));
}

/** Whether a session is archived. A session that receives a new prompt is no longer archived. */
export function isArchived(mark: ArchiveMark | undefined, { head, tail }: Ends): boolean | undefined {
  if (mark?.archived !== true) return mark?.archived;
  return ![tail, head].some((part) => {
    for (const line of linesWith(part, ['"user"']))
      if (promptOf(line) !== undefined && Date.parse(String(line.timestamp)) > mark.at) return true;
    return false;
  });
}
