import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../read/path-state.js';
import { hideKeys } from '../text/literal-key.js';
import { writePrivate } from './private-file.js';
import type { TrustChange, TrustPart, TrustVerdict } from './verdict.js';

/** The stored texts of a trusted part, used to show a change. Only hashes decide about trust. */
interface KeptPart {
  readonly value: string;
  /** Text by path. A file that is too large, not text, or meant for secrets is not stored. */
  readonly files: Readonly<Record<string, string>>;
}
export type KeptTexts = Readonly<Record<string, KeptPart>>;

type Subject = Pick<TrustVerdict, 'root' | 'config'>;

const MOST_OF_FILE = 64 * 1024;
const MOST_OF_ALL = 1024 * 1024;
const MOST_KEPT = 200;
/** Matches files that usually contain secrets. */
const SECRET_FILE = /(?:^|[./_-])(?:env|secrets?|credentials?|key|pem|token)(?:$|[._-])/i;

/**
 * Stores the texts beside the record, readable by its owner alone. If they cannot be written, a later change is shown without
 * them.
 */
export function keepTexts(record: string, { root, config, parts }: TrustVerdict): void {
  const budget = { left: MOST_OF_ALL };
  const kept = parts.map((part) => [part.path, { value: valueText(part), files: textsOf(part, { root, budget }) }] as const);
  const file = fileOf(record, { root, config });
  try {
    writePrivate(file, JSON.stringify(Object.fromEntries(kept)));
    forgetOldest(dirname(file));
  } catch {
    // The next question shows the current texts.
  }
}

export function readKept(record: string, subject: Subject): KeptTexts {
  const file = fileOf(record, subject);
  try {
    const stat = lstatSync(file);
    const isOwn = process.getuid === undefined || stat.uid === process.getuid();
    return stat.isFile() && isOwn ? (JSON.parse(readFileSync(file, 'utf8')) as KeptTexts) : {};
  } catch {
    return {};
  }
}

export function forgetTexts(record: string, subject: Subject): void {
  rmSync(fileOf(record, subject), { force: true });
}

/** The differences between the stored texts of a part and its current texts: its value first, then its files. */
export function textChanges(kept: KeptPart | undefined, part: TrustPart | undefined, root: string): TrustChange['texts'] {
  if (kept === undefined) return undefined;
  const value = { name: '', before: kept.value, after: part === undefined ? '' : valueText(part) };
  const now = part === undefined ? {} : textsOf(part, { root, budget: { left: MOST_OF_ALL } });
  const names = [...new Set([...Object.keys(kept.files), ...Object.keys(now)])].sort();
  const files = names.map((name) => ({ name, before: kept.files[name] ?? '', after: now[name] ?? '' }));
  return [value, ...files].filter(({ before, after }) => before !== after);
}

const valueText = ({ value }: Pick<TrustPart, 'value'>): string =>
  hideKeys(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));

function textsOf(
  { files }: TrustPart,
  { root, budget }: { readonly root: string; readonly budget: { left: number } },
): Readonly<Record<string, string>> {
  const found = files.flatMap(({ path, sha256: expected }) => {
    const text = SECRET_FILE.test(basename(path)) ? undefined : textOf(join(root, path), expected);
    if (text === undefined || text.length > budget.left) return [];
    budget.left -= text.length;
    return [[path, hideKeys(text)] as const];
  });
  return Object.fromEntries(found);
}

/** The text of a file, if it is still the text that was judged. The file may have changed since. */
function textOf(file: string, expected: string): string | undefined {
  try {
    if (statSync(file).size > MOST_OF_FILE) return undefined;
    const content = readFileSync(file);
    return content.includes(0) || sha256(content) !== expected ? undefined : content.toString('utf8');
  } catch {
    return undefined;
  }
}

const fileOf = (record: string, { root, config }: Subject): string =>
  join(dirname(record), 'trusted', `${sha256(`${root}\0${config}`).slice(0, 32)}.json`);

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  if (files.length <= MOST_KEPT) return;
  const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => a.at - b.at);
  for (const { file } of byAge.slice(0, files.length - MOST_KEPT)) rmSync(file, { force: true });
}
