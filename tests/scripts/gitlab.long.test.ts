import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './load-script.js';

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}

const [head, body] = parseAllDocuments(readFileSync(join(ROOT, 'deploy/gitlab.yml'), 'utf8')).map((one): unknown => one.toJS());
const { inputs } = (head as { spec: { inputs: Readonly<Record<string, { readonly default: string }>> } }).spec;
const job = (body as Readonly<Record<string, Job>>)['loadout-agents'] as Job;

const CONFIG = `plugins: { fs: "@loadout/tool-fs" }
agents: { main: { instructions: Hello., tools: [Read] } }
tests: [{ name: greets, prompt: Hi., model: { script: [{ text: Hello. }] }, expect: { text: WANTED } }]
`;

/** A project whose packages are installed, and an npm that finds nothing to do. */
function project(wanted: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-gitlab-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['node_modules/.bin', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
  symlinkSync('../@loadout/cli/bin/loadout.js', join(folder, 'node_modules/.bin/loadout'));
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'agent.config.yaml'), CONFIG.replace('WANTED', wanted));
  return folder;
}

/** Runs the job as GitLab does: all lines in one bash, with the inputs in their variables. */
function run(folder: string, given: Readonly<Record<string, string>> = {}) {
  const filled = (text: string) =>
    text.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => given[name] ?? inputs[name]?.default ?? '');
  const env = Object.fromEntries(Object.entries(job.variables).map(([name, value]) => [name, filled(value)]));
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', job.script.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, ...env },
  });
  return { status, text: stdout + stderr };
}

const lock = (folder: string) =>
  spawnSync(process.execPath, [join(ROOT, 'packages/cli/bin/loadout.js'), 'lock'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });

describe('the template for GitLab', () => {
  it('has the inputs of the action for GitHub, and its image', () => {
    const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as { inputs: object };
    expect(Object.keys(inputs)).toEqual(['image', ...Object.keys(action.inputs)]);
  });

  it('checks, verifies and tests, and writes the report that GitLab shows', () => {
    const folder = project('Hello');
    lock(folder);
    const { status, text } = run(folder);
    expect(status, text).toBe(0);
    expect(text).toContain('1 passed');
    expect(readFileSync(join(folder, 'loadout-junit.xml'), 'utf8')).toContain('greets');
  });

  it('fails where a test fails, where the lock is missing, and where Loadout is not installed', () => {
    const failing = project('Good night');
    lock(failing);
    expect(run(failing)).toMatchObject({ status: 1, text: expect.stringContaining('1 failed') });
    const unlocked = project('Hello');
    expect(run(unlocked)).toMatchObject({ status: 6, text: expect.stringContaining('LOCK_MISSING') });
    expect(run(unlocked, { lock: 'false' })).toMatchObject({ status: 0 });
    rmSync(join(unlocked, 'node_modules'), { recursive: true });
    expect(run(unlocked)).toMatchObject({ status: 1, text: expect.stringContaining('Loadout is not installed in this folder') });
  });
});
