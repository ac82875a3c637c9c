import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeProjectKey } from '@loadout/command';
import { onTestFinished } from 'vitest';

/** A home folder and a workspace of Claude Code. */
export interface ClaudeFolders {
  readonly home: string;
  readonly workspace: string;
  /** Writes a transcript of the workspace, or of another folder whose path has the same name. */
  transcript(name: string, entries: readonly object[]): string;
  file(path: string, text: string): void;
}

export function claudeFolders(): ClaudeFolders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, workspace] = [join(root, 'home'), join(root, 'work')];
  for (const dir of [home, workspace]) mkdirSync(dir);
  const file = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  return {
    home,
    workspace,
    file,
    transcript: (name, entries) => {
      const path = join(home, '.claude/projects', claudeProjectKey(workspace), `${name}.jsonl`);
      const lines = entries.map((entry) => `${JSON.stringify({ cwd: workspace, sessionId: name, uuid: 'u', ...entry })}\n`);
      file(path, lines.join(''));
      return path;
    },
  };
}

export const mode = (permissionMode: string) => ({ type: 'permission-mode', permissionMode });

let number = 0;

/** A call with its result, as two entries. */
export function called(name: string, input: object, result: { readonly is_error?: boolean; readonly content?: string } = {}) {
  number += 1;
  const id = `toolu_${number}`;
  const content = [{ type: 'tool_use', id, name, input }];
  const block = { type: 'tool_result', tool_use_id: id, content: 'ok', ...result };
  return [
    { type: 'assistant', timestamp: '2026-11-01T10:00:00Z', message: { id: `msg_${number}`, role: 'assistant', content } },
    { type: 'user', timestamp: '2026-11-01T10:00:01Z', message: { role: 'user', content: [block] } },
  ];
}

export const bashed = (command: string, result?: Parameters<typeof called>[2]) => called('Bash', { command }, result);

export const REJECTED = {
  is_error: true,
  content: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
} as const;
export const FORBIDDEN = { is_error: true, content: 'Permission to use Bash with command x has been denied.' } as const;
export const NOBODY = {
  is_error: true,
  content: "Claude requested permissions to use Bash, but you haven't granted it yet.",
} as const;
