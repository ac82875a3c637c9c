import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LineFile } from './line-file.js';
import { openFile } from './open-file.js';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-lines-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const session = (artifactDir: string) =>
  JSON.stringify({ t: 'session', version: 1, id: 's', agent: 'a', cwd: '/repo', startedAt: '', environment: '', artifactDir });

const prompt = JSON.stringify({ t: 'message', uuid: 'u', message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] } });

async function opened(file: string) {
  const recording = await openFile(file);
  onTestFinished(() => recording.close());
  return recording.trajectory;
}

const NOTE = 'Lines without the fields of their type were left out.';

it.each([
  ['a session', [session(''), '{"t":"message"}', '{"t":"message","message":{"role":"user"}}', '{"t":"results"}', prompt]],
  ['a trace', ['{"time":"2026-01-01","type":"init"}', '{"time":"2026-01-01","type":"init","init":{"sessionId":"s"}}']],
  ['the output of a run', ['{"type":"init","init":{"sessionId":1}}']],
])('lines of %s without their fields are left out, and the rest is shown', async (_, lines) => {
  const file = join(folder(), 'lines.jsonl');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const { head, nodes } = await opened(file);
  expect(head.notes).toContain(NOTE);
  if (lines.includes(prompt)) expect(nodes.length).toBeGreaterThan(0);
});

it('a folder or a device in the place of a session of a subagent is a note', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'agents', 'folder.jsonl'), { recursive: true });
  symlinkSync('/dev/zero', join(dir, 'agents', 'device.jsonl'));
  writeFileSync(join(dir, 'lines.jsonl'), `${session(dir)}\n${prompt}\n`);
  const { head } = await opened(join(dir, 'lines.jsonl'));
  expect(head.notes.filter((note) => note.includes('is not a regular file'))).toHaveLength(2);
});

it('a line has its text and its place, however many pieces the file is read in', () => {
  const file = join(folder(), 'lines.jsonl');
  const texts = ['ä', 'x'.repeat(3_000_000), '', `é${'y'.repeat(1_048_576)}`];
  writeFileSync(file, `${texts.join('\n')}\ncut`);
  const lines = new LineFile(file);
  onTestFinished(() => lines.close());
  const read = [...lines.lines()];
  expect(read.map(({ text }) => text)).toEqual(texts);
  expect(read.map((line) => lines.at(line))).toEqual(texts);
  expect([...lines.lines()]).toEqual([]);
});
