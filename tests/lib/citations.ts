import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** An id in a comment or a test name, with the place of the citation. */
export interface Citation {
  readonly id: string;
  readonly place: string;
}

const FOLDERS = ['packages', 'tests', 'scripts', 'bench', 'examples', 'docs', 'decisions'];
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'reference']);
/** The page with the definitions, and the files that show forms of citations as examples. */
const SKIPPED_FILES = new Set(['docs/sources.md', 'tests/sources.test.ts', 'tests/lib/citations.ts']);
const TEXT = /\.(?:ts|mts|mjs|js|md)$/;

const LONG_ID = /\b(?:(?!UTF-)(?:[A-Z]{2,9}-)?[A-Z]{2,9}-\d{2}|GAP-[A-G]\d{1,2})\b/g;
/** An id such as `T1`. Its form is too common to count everywhere, so it counts in parentheses, after Source and at the start of a text. */
const SHORT_ID = /(?<=[(,;] ?|Source: |^\s*')[CFGNSTUW]\d{1,2}(?=[),;. ]|$)/gm;
const RANGE = /([A-Z]{2,9}(?:-[A-Z]{2,9})?-)(\d{2})(?:\.\.| to \1)(\d{2})\b/g;
/** `TOOL-READ-02, -04` cites two ids of one prefix. */
const CONTINUED = /([A-Z]{2,9}(?:-[A-Z]{2,9})?-)\d{2}((?:, -\d{2})+)/g;

/** Citations of pages that are not part of the repository, and of laws by their number alone. */
const DANGLING = [
  /\bfacts? (?:of )?§? ?\d/,
  /\bSource: facts\b/,
  /\bdesign (?:law|§)/i,
  /\b(?:law|wire|row) \d/,
  /\bspec(?:ification)? §/,
  /\bS[0-4] §?\d/,
  /\bS[0-4], (?:["“]|verbatim)/,
  /\b[\w-]+\.md §/,
  /\bissue \d+, done when/,
];

/** A line without this has no id in it, whatever its form. */
const MAY_CITE = /[A-Z]-?\d/;

/** The ids that a text cites, ranges and continued ids included. */
export function idsIn(text: string): Set<string> {
  const ids = new Set([...(text.match(LONG_ID) ?? []), ...(text.match(SHORT_ID) ?? [])]);
  for (const [, prefix = '', first = '', last = ''] of text.matchAll(RANGE))
    for (let number = Number(first); number <= Number(last); number++) ids.add(prefix + String(number).padStart(2, '0'));
  for (const [, prefix, more = ''] of text.matchAll(CONTINUED))
    for (const [, digits] of more.matchAll(/-(\d{2})/g)) ids.add(`${prefix}${digits}`);
  return ids;
}

export const isDangling = (line: string): boolean => DANGLING.some((form) => form.test(line));

/** The text files of the repository that may contain citations, by path. */
export function citingFiles(root: string): Map<string, string> {
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'));
  const found = FOLDERS.flatMap((folder) => filesBelow(join(root, folder)));
  const paths = [...pages, ...found.map((path) => relative(root, path))].filter((path) => !SKIPPED_FILES.has(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) || entry.name.startsWith('.') ? [] : filesBelow(path);
    return entry.isFile() && TEXT.test(entry.name) ? [path] : [];
  });
}

/** Every line of the files that is not empty, with its place as `path:line`. */
export function* linesOf(files: ReadonlyMap<string, string>): Generator<{ readonly line: string; readonly place: string }> {
  for (const [path, text] of files) {
    for (const [index, line] of text.split('\n').entries()) if (line.trim() !== '') yield { line, place: `${path}:${index + 1}` };
  }
}

export function citationsIn(files: ReadonlyMap<string, string>): Citation[] {
  return [...linesOf(files)].flatMap(({ line, place }) =>
    MAY_CITE.test(line) ? [...idsIn(line)].map((id) => ({ id, place })) : [],
  );
}
