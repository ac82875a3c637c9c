import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { ToolContext, ToolOutput } from '@loadout/core';
import { linesOf, readTextFile } from '../files/text-file.js';
import type { LspInput } from '../lsp-input.js';

/** Bounds of one search. */
const MOST = { files: 5000, bytes: 1024 * 1024, hits: 200 };
const SKIPPED = new Set(['.git', 'node_modules', 'dist', 'build', 'target', '__pycache__']);
const DEFINES =
  '(?:func|function|fn|def|class|struct|enum|interface|protocol|trait|type|typealias|let|var|val|const|module|namespace)';

interface Search {
  readonly context: ToolContext;
  /** The folder to search. */
  readonly root: string;
  /** The file that the input names, if any. Only files of its kind are searched. */
  readonly file: string | undefined;
  /** The reason that no language server answers, as a sentence. */
  readonly why: string;
}

/**
 * Answers an operation by a search for the name in the text of files, and says so. Returns `undefined` for an operation that a
 * search cannot answer. Source: G10.
 */
export function searchText(input: LspInput, search: Search): ToolOutput | undefined {
  const name = nameIn(input, search.file);
  const pattern = name === undefined ? undefined : patternOf(input.operation, name);
  if (name === undefined || pattern === undefined) return undefined;
  const lines: string[] = [];
  for (const path of filesBelow(search.root, search)) {
    if (search.context.signal.aborted || lines.length >= MOST.hits) break;
    lines.push(...hitsIn(path, { pattern, from: search.context.cwd }));
  }
  const shown = lines.slice(0, MOST.hits);
  const head = `${search.why} Instead, the text of files was searched for ${JSON.stringify(name)}: the lines below may mean other things of that name.`;
  return {
    content: [head, ...(shown.length === 0 ? ['No line was found.'] : shown)].join('\n'),
    structuredContent: { operation: input.operation, servers: [], isTextSearch: true, total: shown.length, results: shown },
  };
}

function patternOf(operation: LspInput['operation'], name: string): RegExp | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (operation === 'findReferences') return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`);
  if (operation === 'workspaceSymbol') return new RegExp(`\\b${DEFINES}\\s+[\\w$]*${escaped}`, 'i');
  const isDefinition = operation === 'goToDefinition' || operation === 'goToImplementation';
  return isDefinition ? new RegExp(`\\b${DEFINES}\\s+${escaped}(?![\\w$])`) : undefined;
}

/** The name that the input is about: the query, or the word at the place that it names. Throws LSP_FILE_UNUSABLE. */
function nameIn({ operation, query, line = 1, character }: LspInput, file: string | undefined): string | undefined {
  if (operation === 'workspaceSymbol' || file === undefined) return query || undefined;
  const text = linesOf(readTextFile(file).text)[line - 1] ?? '';
  if (character === undefined) return query !== undefined && text.includes(query) ? query : undefined;
  for (const { 0: word, index } of text.matchAll(/[\w$]+/g))
    if (index < character && character <= index + word.length + 1) return word;
  return undefined;
}

/** The files below a folder that may be read, without those behind links. */
function* filesBelow(root: string, { context, file }: Search): Generator<string> {
  const kind = file === undefined ? undefined : extname(file);
  const folders = [root];
  let left = MOST.files;
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      if (!entry.isFile() || (kind !== undefined && extname(path) !== kind) || !context.mayRead(path)) continue;
      if (left-- <= 0) return;
      yield path;
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function hitsIn(path: string, { pattern, from }: { readonly pattern: RegExp; readonly from: string }): readonly string[] {
  try {
    if (statSync(path).size > MOST.bytes) return [];
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0')) return [];
    return text.split(/\r?\n/).flatMap((line, index) => {
      const at = line.search(pattern);
      return at < 0 ? [] : [`${relative(from, path)}:${index + 1}:${at + 1}  ${line.trim().slice(0, 300)}`];
    });
  } catch {
    return [];
  }
}
