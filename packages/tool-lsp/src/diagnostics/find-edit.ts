import { resolve } from 'node:path';
import { type HookInput, isObject } from '@loadout/core';
import { realPath } from '../files/path.js';
import { readTextFile, type TextFile } from '../files/text-file.js';
import { serverFor } from '../languages/known-servers.js';
import { isInside } from '../languages/trusted-programs.js';
import type { LspParts } from '../lsp-tool.js';
import type { LanguageServer } from '../server/language-server.js';

/** A file that was edited just now, and the server for it, which runs. */
export interface Edit {
  readonly server: LanguageServer;
  readonly file: TextFile & { readonly languageId: string };
  /** The path as the call named it. */
  readonly shown: string;
  /** Its text before the edit, empty for a new file; `undefined` where the tool does not tell. */
  readonly original: string | undefined;
}

/** Returns `undefined` also for files of unknown languages and unreadable files. */
export function findEdit(input: HookInput<'PostToolUse'>, { sessions, servers }: LspParts): Edit | undefined {
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
