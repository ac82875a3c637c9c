import type { Block } from '@loadout/core/model';
import { beginningOf } from '@loadout/node';
import type { SessionRecord } from '@loadout/runner';

const MOST_CHARS = 200;

export interface SessionHead {
  readonly agent: string;
  /** The first words of the first prompt; empty if it stands behind the beginning of the file. */
  readonly prompt: string;
}

/** Reads what a list shows of a session from the beginning of its file. `undefined`: the file begins with no header of a session. */
export function sessionHead(file: string): SessionHead | undefined {
  const [header, ...rest] = recordsIn(file);
  if (header?.t !== 'session') return undefined;
  const prompt = rest.map(textOf).find((text) => text.trim() !== '') ?? '';
  return { agent: String(header.agent), prompt: prompt.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARS) };
}

/** The whole records at the beginning of a file. A file that cannot be read has none. */
function recordsIn(file: string): readonly SessionRecord[] {
  return linesIn(file).flatMap((line) => {
    try {
      const record: unknown = JSON.parse(line);
      return typeof record === 'object' && record !== null ? [record as SessionRecord] : [];
    } catch {
      return [];
    }
  });
}

function linesIn(file: string): readonly string[] {
  try {
    return beginningOf(file).split('\n');
  } catch {
    return [];
  }
}

function textOf(record: SessionRecord): string {
  if (record.t === 'asked') return promptText(record.prompt);
  return record.t === 'message' && record.message.role === 'user' ? promptText(record.message.content) : '';
}

const promptText = (prompt: string | readonly Block[] = ''): string =>
  typeof prompt === 'string' ? prompt : prompt.map((block) => (block.type === 'text' ? String(block.text) : '')).join(' ');
