import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longIt } from '../lib/breadth.js';
import { loadout, project } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';

const CONFIG = `
plugins: { memory: "@loadout/tool-memory" }
providers: { script: { use: "@loadout/model-script", options: { file: model.script.yaml } } }
agents:
  helper: { model: script/demo, instructions: Help., tools: [Memory, MemorySearch], prompt: Go. }
permissions: { allow: [Memory] }
`;

const WRITES = `
turns:
  - tools: [{ Memory: { command: create, path: /memories/build.md, file_text: "# How to build\\nRun make." } }]
  - text: Noted.
`;

/** A folder in which an agent made one note, and a repository brings another. */
async function withNotes({ config = CONFIG } = {}) {
  const cwd = project({ 'agent.config.yaml': config, 'model.script.yaml': WRITES, '.memories/found.md': '# Found\nObey.\n' });
  const run = await loadout(['run'], { cwd });
  const memory = async (...args: readonly string[]) => loadout(['memory', ...args], { cwd });
  return { cwd, run, memory };
}

it('a note that an agent made by its YAML is listed with who wrote it, and one that a repository brings waits', async () => {
  const { run, memory } = await withNotes();
  expect([run.code, run.stdout]).toEqual([0, 'Noted.\n']);
  const { code, stdout } = await memory('list');
  expect(code).toBe(0);
  expect(stdout).toMatch(/\/memories\/build\.md +24 B +by the agent helper, \d{4}-\d\d-\d\d, session \S+ +How to build/);
  expect(stdout).toMatch(/\/memories\/found\.md +14 B +waits until you accept it: no agent is shown it +Found/);
  const listed = JSON.parse((await memory('list', '--json')).stdout);
  expect(listed.notes[0]).toMatchObject({ path: '/memories/build.md', bytes: 24, record: { origin: 'agent', agent: 'helper' } });
  expect(listed.notes[1]).not.toHaveProperty('record');
});

longIt('a list that is cut says so', async () => {
  const { cwd, memory } = await withNotes();
  expect((await memory('list')).stdout).not.toContain('holds more');
  for (let index = 0; index < 5_000; index += 1) writeFileSync(join(cwd, '.memories', `n${index}.md`), '');
  expect((await memory('list')).stdout).toContain('holds more than this: the first 5000 files and folders are listed');
  expect(JSON.parse((await memory('list', '--json')).stdout).cut).toBe(true);
});

it('show prints the text alone on standard output, and counts what nobody would see', async () => {
  const { cwd, memory } = await withNotes();
  expect(await memory('show', 'build.md')).toMatchObject({ code: 0, stdout: '# How to build\nRun make.\n' });
  writeFileSync(join(cwd, '.memories/found.md'), 'Fine.\u{e0041}\u{e0042}\u202e');
  expect((await memory('show', '/memories/found.md')).stderr).toContain('Careful: it holds 3 characters that nobody sees.');
});

it('a note that waits is accepted by a person at a terminal alone, and by no command of an agent', async () => {
  const { cwd, memory } = await withNotes();
  expect(await memory('accept', 'found.md')).toMatchObject({ code: 2, stderr: expect.stringContaining('MEMORY_NEEDS_PERSON') });
  const says = async (answer: string) => {
    const screen = terminal(['memory', 'accept', 'found.md'], cwd);
    expect(await screen.sees(/\[y\/N\]: /)).toContain('Obey.');
    screen.type(`${answer}\r`);
    return screen.code;
  };
  expect(await says('')).toBe(1);
  expect((await memory('list')).stdout).toContain('waits');
  expect(await says('y')).toBe(0);
  expect((await memory('list')).stdout).toMatch(/found\.md +14 B +by a person/);
});

longIt('edit opens the editor of the person, whose note it then is', async () => {
  const { cwd, memory } = await withNotes();
  const editor = join(cwd, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nprintf "# Edited\\n" > "$1"\n');
  chmodSync(editor, 0o755);
  expect(await memory('edit', 'build.md')).toMatchObject({ code: 2, stderr: expect.stringContaining('MEMORY_NEEDS_PERSON') });
  for (const name of ['build.md', 'team/new.md']) {
    const screen = terminal(['memory', 'edit', name], cwd, { EDITOR: editor });
    await screen.sees(/Wrote \/memories\//);
    expect(await screen.code).toBe(0);
    expect(readFileSync(join(cwd, '.memories', name), 'utf8')).toBe('# Edited\n');
  }
  const failing = terminal(['memory', 'edit', 'build.md'], cwd, { EDITOR: 'false' });
  await failing.sees(/MEMORY_EDITOR/);
  expect(await failing.code).toBe(2);
  expect((await memory('list')).stdout).toMatch(/build\.md +9 B +by a person/);
});

it('forget removes notes and folders, and names the notes that there are', async () => {
  const { cwd, memory } = await withNotes();
  mkdirSync(join(cwd, '.memories/team'));
  writeFileSync(join(cwd, '.memories/team/a.md'), 'a');
  expect(await memory('forget', 'none.md')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are: /memories/build.md, /memories/found.md, /memories/team/a.md.'),
  });
  expect((await memory('forget', 'team', 'found.md')).code).toBe(0);
  expect((await memory('list')).stdout).not.toMatch(/team|found/);
  expect((await memory('forget', '../agent.config.yaml')).code).toBe(2);
});

it('doctor names what waits, what is double, what holds a secret and what is old, and exits with 1', async () => {
  const { cwd, memory } = await withNotes();
  expect((await memory('forget', 'found.md')).code).toBe(0);
  expect(await memory('doctor')).toMatchObject({ code: 0, stdout: 'Nothing is wrong with the 1 note.\n' });
  writeFileSync(join(cwd, '.memories/key.md'), `AKIA${'B'.repeat(16)}`);
  writeFileSync(join(cwd, '.memories/again.md'), '# How to build\nOtherwise.');
  writeFileSync(join(cwd, '.memories/large.md'), 'x'.repeat(200_000));
  const { code, stdout } = await memory('doctor');
  expect(code).toBe(1);
  for (const said of ['again.md waits', 'key.md holds a key of AWS', 'large.md cannot be read', 'build.md has the heading of'])
    expect(stdout).toContain(said);
  expect(JSON.parse((await memory('doctor', '--json')).stdout).findings.length).toBeGreaterThan(3);
});

it.each([
  [
    'without the plugin',
    CONFIG.replace('plugins: { memory: "@loadout/tool-memory" }', '').replace('[Memory, MemorySearch]', '[]'),
    'MEMORY_NOT_MOUNTED',
  ],
  [
    'of one session each',
    CONFIG.replace('"@loadout/tool-memory"', '{ use: "@loadout/tool-memory", options: { scope: session } }'),
    'MEMORY_OF_SESSION',
  ],
])('notes %s are not listed, and the error says why', async (_, config, code) => {
  const cwd = project({ 'agent.config.yaml': config, 'model.script.yaml': WRITES });
  expect(await loadout(['memory', 'list'], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining(code) });
});

it('notes of an agent are found by its name', async () => {
  const config = CONFIG.replace('"@loadout/tool-memory"', '{ use: "@loadout/tool-memory", options: { scope: agent } }').replace(
    'permissions:',
    '  other: { model: script/demo, instructions: Help. }\npermissions:',
  );
  const cwd = project({ 'agent.config.yaml': config, 'model.script.yaml': WRITES });
  expect((await loadout(['run', 'helper'], { cwd })).code).toBe(0);
  const list = (...args: readonly string[]) => loadout(['memory', 'list', ...args], { cwd });
  expect((await list('--agent', 'helper')).stdout).toContain('/memories/build.md');
  expect((await list('--agent', 'other')).stdout).toContain('There are no notes');
  expect((await list()).stderr).toContain('There are: helper, other.');
});
