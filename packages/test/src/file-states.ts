import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedFile } from './runs/recorded-run.js';

type Snapshot = ReadonlyMap<string, FileNow>;

interface FileNow {
  /** A text that differs if the file differs. */
  readonly mark: string;
  readonly text?: string | undefined;
  readonly noText?: RecordedFile['noText'];
}

const MOST_CHARS = 1_000_000;
const MOST_FILES = 20_000;

/** Reads the files below a folder, but for `.git`. */
export function snapshot(folder: string): Snapshot {
  const found = new Map<string, FileNow>();
  const visit = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name === '.git' || found.size >= MOST_FILES) continue;
      if (entry.isDirectory()) visit(path);
      else found.set(path, fileNow(join(folder, path), entry.isSymbolicLink()));
    }
  };
  visit('');
  return found;
}

function fileNow(file: string, isLink: boolean): FileNow {
  const { size, mtimeMs, mode } = lstatSync(file);
  if (isLink) return { mark: `link ${mtimeMs}`, noText: 'a link' };
  if (size > MOST_CHARS * 4) return { mark: `${size} ${mtimeMs}`, noText: 'too long' };
  if ((mode & 0o170000) !== 0o100000) return { mark: `special ${mtimeMs}`, noText: 'not text' };
  const bytes = readFileSync(file);
  const mark = `file ${bytes.toString('latin1')}`;
  if (bytes.includes(0)) return { mark, noText: 'not text' };
  const text = bytes.toString('utf8');
  return text.length > MOST_CHARS ? { mark, noText: 'too long' } : { mark, text };
}

/** Compares two states of a folder by content. */
export function changesBetween(before: Snapshot, after: Snapshot): Readonly<Record<string, RecordedFile>> {
  const files: Record<string, RecordedFile> = {};
  for (const [path, { mark, text, noText }] of after) {
    const earlier = before.get(path);
    const state = earlier === undefined ? 'created' : earlier.mark === mark ? 'unchanged' : 'changed';
    files[path] = { state, ...(text === undefined ? { noText } : { text }) };
  }
  for (const path of before.keys()) if (!after.has(path)) files[path] = { state: 'deleted', noText: 'deleted' };
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}
