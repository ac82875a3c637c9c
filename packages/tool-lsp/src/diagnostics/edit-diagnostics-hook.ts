import { resolve } from 'node:path';
import { type Hook, type HookInput, isObject } from '@loadout/core';
import { realPath } from '../files/path.js';
import { hashOf, readTextFile, type TextFile } from '../files/text-file.js';
import { serverFor } from '../languages/known-servers.js';
import { isInside } from '../languages/trusted-programs.js';
import type { LspParts } from '../lsp-tool.js';
import type { LanguageServer } from '../server/language-server.js';
import { oneLine } from '../server/untrusted.js';
import { currentProblems, newProblems, type Problem } from './current-problems.js';

const MOST_SHOWN = 20;

/** After an edit: the errors and warnings that it brought, when a server for the file runs in this session. It starts none. */
export function editDiagnosticsHook(parts: LspParts): Hook<'PostToolUse'> {
  const waitMs = parts.options.diagnosticsWaitMs;
  return {
    name: 'lsp diagnostics',
    matcher: 'Write|Edit|NotebookEdit',
    phase: 'observe',
    // Only where the tool was used can a server run.
    afterUse: true,
    timeoutSeconds: 15,
    async run(input, _toolUseId, { signal }) {
      const edit = waitMs === 0 ? undefined : findEdit(input, parts);
      const additionalContext = edit === undefined ? '' : await tellProblems(edit, { waitMs, signal });
      return additionalContext === '' ? undefined : { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } };
    },
  };
}

interface Waiting {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

async function tellProblems(edit: Edit, { waitMs, signal }: Waiting): Promise<string> {
  const { server, file } = edit;
  const start = performance.now();
  // Only half of the time, because the earlier problems are useless without the current ones.
  const before = await problemsBefore(edit, { signal, deadline: start + waitMs / 2 });
  server.refresh();
  const shown = server.documents.show(file);
  server.saved(file.path);
  const after = await currentProblems(server, { ...file, shown, wait: { signal, deadline: start + waitMs } });
  if (after === undefined) return '';
  const problems = before === undefined ? after : newProblems(after, before);
  return problems.length === 0 ? '' : wordsFor(problems, { edit, areNew: before !== undefined });
}

/**
 * Returns the problems before the edit. Opens the old content if the server has not seen it; `undefined` if the problems cannot
 * be read.
 */
async function problemsBefore(
  { server, file, original }: Edit,
  wait: { readonly signal: AbortSignal; readonly deadline: number },
): Promise<readonly Problem[] | undefined> {
  const { path } = file;
  if (original === '') return [];
  if (original === undefined) {
    const known = server.documents.get(path);
    if (known === undefined || known.hash === file.hash) return undefined;
    return currentProblems(server, { path, text: '', shown: { version: known.version, isNews: false }, wait });
  }
  const shown = server.documents.show({ ...file, text: original, hash: hashOf(original) });
  return currentProblems(server, { path, text: original, shown, wait });
}

function wordsFor(problems: readonly Problem[], { edit, areNew }: { readonly edit: Edit; readonly areNew: boolean }): string {
  const path = oneLine(edit.shown, Number.POSITIVE_INFINITY);
  const lines = problems.slice(0, MOST_SHOWN).map(({ line, character, severity, message, source }) => {
    const from = source === '' ? '' : ` [${source}]`;
    return `${path}:${line}:${character}  ${severity}: ${message}${from}`;
  });
  if (problems.length > MOST_SHOWN) lines.push(`(${problems.length - MOST_SHOWN} more are not shown.)`);
  const head = areNew ? 'New diagnostics after this edit' : `Diagnostics of ${path} after this edit`;
  return `${head} (${edit.server.title}):\n${lines.join('\n')}`;
}

/** A file that was edited just now, and the server for it, which runs. */
interface Edit {
  readonly server: LanguageServer;
  readonly file: TextFile & { readonly languageId: string };
  /** The path as the call named it. */
  readonly shown: string;
  /** Its text before the edit, empty for a new file; `undefined` where the tool does not tell. */
  readonly original: string | undefined;
}

/** Returns `undefined` also for files of unknown languages and unreadable files. */
function findEdit(input: HookInput<'PostToolUse'>, { sessions, servers }: LspParts): Edit | undefined {
  const session = sessions.find(input.session_id);
  const shown = pathIn(input.tool_input);
  if (session === undefined || shown === undefined) return undefined;
  try {
    const path = realPath(resolve(input.cwd, shown));
    const { entry, languageId } = serverFor(path, servers);
    const running = session.running().find(({ name, root }) => name === entry.name && isInside(path, [root]));
    if (running === undefined) return undefined;
    const file = { ...readTextFile(path), languageId };
    return { server: running.server, file, shown, original: originalIn(input.tool_response) };
  } catch {
    return undefined;
  }
}

function pathIn(input: unknown): string | undefined {
  if (!isObject(input)) return undefined;
  return [input.file_path, input.filePath].find((path) => typeof path === 'string');
}

function originalIn(response: unknown): string | undefined {
  if (!isObject(response)) return undefined;
  if (response.type === 'create') return '';
  return typeof response.originalFile === 'string' ? response.originalFile : undefined;
}
