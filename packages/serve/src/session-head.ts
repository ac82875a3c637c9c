import { closeSync, openSync, readSync } from 'node:fs';
import type { Block } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/runner';

/** The beginning of a session file that is read for a list: a session can have many megabytes. */
const HEAD_BYTES = 64 * 1024;
const MOST_CHARS = 200;

export interface SessionHead {
  readonly agent: string;
  /** The first words of the first prompt; empty if it stands behind the beginning of the file. */
  readonly prompt: string;
}

/** Reads what a list shows of a session from the beginning of its file. `undefined`: the file begins with no header of a session. */
export function sessionHead(file: string): SessionHead | undefined {
  const [header, ...rest] = recordsIn(beginningOf(file));
  if (header?.t !== 'session') return undefined;
  const prompt = rest.map(textOf).find((text) => text.trim() !== '') ?? '';
  return { agent: String(header.agent), prompt: prompt.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARS) };
}

/** A file that cannot be read has an empty beginning. */
function beginningOf(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The whole records of the beginning. */
function recordsIn(text: string): readonly SessionRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const record: unknown = JSON.parse(line);
      return typeof record === 'object' && record !== null ? [record as SessionRecord] : [];
    } catch {
      return [];
    }
  });
}

function textOf(record: SessionRecord): string {
  if (record.t === 'asked') return promptText(record.prompt);
  return record.t === 'message' && record.message.role === 'user' ? promptText(record.message.content) : '';
}

const promptText = (prompt: string | readonly Block[] = ''): string =>
  typeof prompt === 'string' ? prompt : prompt.map((block) => (block.type === 'text' ? String(block.text) : '')).join(' ');
