import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Block } from '@loadout/core/model';
import { type FileStore, replayRecords, type SessionHeader, type SessionPlace, type SessionRecord } from '@loadout/sessions';
import { afterEach, beforeEach, vi } from 'vitest';
import { claudeSessions } from './claude-store.js';

let config = '';

/** Gives each test its own configuration folder, which the session functions find like a user's. */
export function useOwnConfig(): void {
  beforeEach(() => {
    config = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-sessions-')));
    vi.stubEnv('CLAUDE_CONFIG_DIR', config);
  });
  afterEach(() => rmSync(config, { recursive: true, force: true }));
}

export const configDir = (): string => config;

export function project(name = 'my.proj_x'): { readonly cwd: string; readonly store: FileStore } {
  const cwd = join(config, name);
  mkdirSync(cwd, { recursive: true });
  return { cwd, store: claudeSessions({ env: process.env, cwd }) };
}

export const headerOf = ({ id, artifactDir }: SessionPlace, cwd = '/'): SessionHeader => ({
  t: 'session',
  version: 1,
  id,
  agent: 'helper',
  cwd,
  startedAt: '2026-01-01T00:00:00.000Z',
  environment: 'Where it was.',
  artifactDir,
});

export const user = (text: string, uuid: string = randomUUID()): SessionRecord => ({
  t: 'message',
  message: { role: 'user', content: [{ type: 'text', text }] },
  uuid,
});

export const assistant = (content: string | readonly Block[], uuid: string = randomUUID()): SessionRecord => ({
  t: 'message',
  message: { role: 'assistant', content: typeof content === 'string' ? [{ type: 'text', text: content }] : content },
  uuid,
  apiId: `msg_${uuid.slice(0, 8)}`,
  model: 'test',
  usage: { input_tokens: 3, output_tokens: 4 },
  stopReason: 'end_turn',
});

export const call = (id: string): Block => ({ type: 'tool_use', id, name: 'Look', input: { at: id } });

export const ended = (id: string): SessionRecord => ({
  t: 'ended',
  id,
  outcome: 'ok',
  block: { type: 'tool_result', tool_use_id: id, content: `seen ${id}` },
});

/** Writes a session with these records and closes it. */
export function write(
  { store, cwd }: { readonly store: FileStore; readonly cwd: string },
  records: readonly SessionRecord[],
  id: string = randomUUID(),
): SessionPlace {
  const place = store.place(id);
  const journal = store.begin(place, headerOf(place, cwd));
  for (const record of records) journal.append(record);
  journal.close();
  return place;
}

/** Continues a session, as a later process does. */
export function goOn(store: FileStore, place: SessionPlace, records: readonly SessionRecord[]): void {
  const { journal } = store.reopen(place);
  for (const record of records) journal.append(record);
  journal.close();
}

export const linesOf = ({ file }: SessionPlace): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Writes a file as another engine would. */
export function writeLines({ file }: SessionPlace, lines: readonly object[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export const replay = (store: FileStore, place: SessionPlace) => replayRecords(store.read(place));

/** Each message as its role and the types or texts of its blocks. */
export const outline = (messages: readonly { readonly role: string; readonly content: readonly Block[] }[]): readonly string[] =>
  messages.map(({ role, content }) => {
    const parts = content.map((block) => {
      if (block.type === 'text') return String(block.text);
      if (block.type === 'tool_use') return `call ${String(block.id)}`;
      return block.type === 'tool_result' ? `result ${String(block.tool_use_id)}` : block.type;
    });
    return `${role}: ${parts.join(', ')}`;
  });
