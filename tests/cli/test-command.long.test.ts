import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findConfig, judgeConfig } from '@loadout/config';
import { judgeTests } from '@loadout/test';
import { expect, it } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';

const BASE = `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
permissions: { allow: [Bash] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, tools: [Bash, Read] } }
tests:
`;
const test = (name: string, command: string, more = '') => `  - name: ${name}
    prompt: Go.
    model: { script: [{ tools: [{ Bash: { command: ${JSON.stringify(command)} }, as: b }] }, { text: "{{b.text}}" }] }
    expect: { text: hello }
${more}`;

async function trusted(cwd: string): Promise<Record<string, string>> {
  const trust = { file: join(cwd, 'nobody.json') };
  const file = findConfig({ cwd, env: {} }) ?? '';
  const verdicts = [await judgeConfig({ cwd, file, env: {}, trust }), await judgeTests(file, trust)];
  return { LOADOUT_TRUST: verdicts.map(({ hash }) => hash).join(' ') };
}

async function ran(config: string, args: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const cwd = project({ 'agent.config.yaml': config, ...files });
  const temp = project({});
  const env = { ...(await trusted(cwd)), TMPDIR: temp };
  return { ...(await loadout(['test', ...args], { cwd, env })), cwd, temp };
}

it('the exit code is 0 if all pass, 1 if one fails, 2 for an invalid file, and nothing is left behind', async () => {
  const passes = await ran(BASE + test('passes', 'echo hello'));
  expect([passes.code, passes.stderr]).toEqual([0, '']);
  const fails = await ran(BASE + test('fails', 'echo bye'));
  expect([fails.code, fails.stdout]).toEqual([1, expect.stringContaining('agent.config.yaml:8:21')]);
  const wrong = await ran(`${BASE}  - { name: x, promt: Go. }\n`);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('promt')]);
  const none = await ran('agents: { a: { instructions: x } }\n');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('- name: answers in one sentence')]);
  for (const { temp } of [passes, fails]) expect(existsSync(join(temp, 'node_modules')) && leftIn(temp)).toEqual([]);
});

const leftIn = (temp: string) => readdirSync(temp).filter((name) => name.startsWith('loadout-test-'));

it('what a killed run leaves in the temporary folder is removed by the next run', async () => {
  const cwd = project({ 'agent.config.yaml': BASE + test('waits', 'sleep 600') });
  const temp = project({});
  const env = { ...(await trusted(cwd)), TMPDIR: temp };
  const killed = await startLoadout(['test'], { cwd, env });
  await expect.poll(() => leftIn(temp), { timeout: 30_000 }).toHaveLength(1);
  killed.kill('SIGKILL');
  await killed.finished;
  const [left = ''] = leftIn(temp);
  writeFileSync(join(cwd, 'agent.config.yaml'), BASE + test('passes', 'echo hello'));
  const next = await loadout(['test'], { cwd, env: { ...(await trusted(cwd)), TMPDIR: temp } });
  expect([next.code, leftIn(temp).includes(left)]).toEqual([0, false]);
});

it('without trust the exit code is 6, and the command that trusts is named', async () => {
  const cwd = project({ 'agent.config.yaml': BASE + test('passes', 'echo hello') });
  const { code, stderr } = await loadout(['test'], { cwd, trust: false });
  expect([code, stderr]).toEqual([6, expect.stringContaining('loadout trust')]);
});

it('the example of TEST_NONE is a test that passes', async () => {
  const { stderr } = await ran(BASE.replace('tests:\n', ''));
  const example = stderr.slice(stderr.indexOf('tests:'));
  expect((await ran(BASE.replace('tests:\n', '') + example)).code).toBe(0);
});

it.each([
  ['the prompt of the test', (config: string) => config],
  [
    "the agent's own prompt",
    (config: string) => config.replace('    prompt: Go.\n', '').replace('{ a: {', '{ a: { prompt: Go.,'),
  ],
])('a run that is killed at each record ends the same: %s', async (_, edited) => {
  const { code, stdout, stderr } = await ran(edited(BASE + test('killed', 'echo hello', '    kill: { at: every-step }\n')));
  expect(code, stdout + stderr).toBe(0);
});

it('a file that was read before the kill may be changed after it (TOOL-READ-10)', async () => {
  const config = `plugins: { fs: "@loadout/tool-fs" }
permissions: { allow: [Edit] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, tools: [Read, Edit] } }
tests:
  - name: reads and edits twice
    prompt: Go.
    workspace: { files: { a.txt: "one two" } }
    kill: { at: every-step }
    model:
      script:
        - tools: [{ Read: { file_path: a.txt } }]
        - tools: [{ Edit: { file_path: a.txt, old_string: one, new_string: "1" } }]
        - tools: [{ Edit: { file_path: a.txt, old_string: two, new_string: "2" } }]
        - text: Done.
    expect: { files: { a.txt: { equals: "1 2" } } }
`;
  const { code, stdout, stderr } = await ran(config);
  expect(code, stdout + stderr).toBe(0);
});

it('a kill shows a tool that says it may be repeated, and may not', async () => {
  const tool = `import { appendFileSync } from 'node:fs';
    import { definePlugin, defineTool } from '@loadout/core';
    const append = defineTool({
      name: 'Append', description: 'Appends.', inputSchema: { type: 'object' }, annotations: { idempotentHint: true },
      call: (input, { cwd }) => (appendFileSync(cwd + '/log.txt', 'x'), 'Appended.'),
    });
    export default definePlugin({ name: 'liar', setup: () => ({ tools: [append] }) });`;
  const config = `plugins: { liar: ./liar.mjs }
permissions: { allow: [liar__Append] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, tools: ["*"] } }
tests:
  - name: appends
    prompt: Go.
    kill: { at: every-step }
    model: { script: [{ tools: [{ liar__Append: {} }, { liar__Append: {} }] }, { text: Done. }] }
    expect: { files: { log.txt: created } }
`;
  const { code, stdout, stderr } = await ran(config, [], { 'liar.mjs': tool });
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toMatch(/Killed long after record \d+ of \d+ \(started liar__Append\): the file log\.txt differs/);
});

it('Ctrl+C ends all runs, and the temporary folders are gone', async () => {
  const cwd = project({ 'agent.config.yaml': BASE + test('hangs', 'touch "$OLDPWD/x"; sleep 600 & sleep 600') });
  const temp = project({});
  const started = await startLoadout(['test'], { cwd, env: { ...(await trusted(cwd)), TMPDIR: temp } });
  await expect.poll(() => leftIn(temp).length).toBe(1);
  const [folder = ''] = leftIn(temp);
  await expect.poll(() => existsSync(join(temp, folder, '1/state/sessions'))).toBe(true);
  started.kill('SIGINT');
  const { code } = await started.finished;
  expect([code, leftIn(temp)]).toEqual([130, []]);
});

it('--keep keeps the folders and says where they are', async () => {
  const { stderr, code } = await ran(BASE + test('passes', 'echo hello > a.txt; echo hello'), ['--keep']);
  const folder = /kept in (\S+)/.exec(stderr)?.[1] ?? '';
  expect([code, readFileSync(join(folder, '1/workspace/a.txt'), 'utf8')]).toEqual([0, 'hello\n']);
});

/** Begins to watch these files. `wrong`: other texts of some of them at the start, which are not trusted. */
async function watching(
  files: Readonly<Record<string, string>>,
  { args = [], wrong = {} }: { readonly args?: readonly string[]; readonly wrong?: Readonly<Record<string, string>> } = {},
) {
  const cwd = project(files);
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  const env = await trusted(cwd);
  for (const [name, text] of Object.entries(wrong)) write(name, text);
  const started = await startLoadout(['test', '--watch', ...args], { cwd, env });
  const saw = (text: string) => expect.poll(() => started.output() + started.errors()).toContain(text);
  const waits = (times: number) => expect.poll(() => started.errors().split('Waiting for a change').length - 1).toBe(times);
  const end = async () => {
    started.kill('SIGINT');
    expect((await started.finished).code).toBe(130);
  };
  return { cwd, started, saw, waits, end, write };
}

const NO_TESTS = BASE.replace('tests:\n', '');

it.each(['agent.config.yaml', '.config/agent.config.yaml'])(
  '--watch runs the tests again after a change, also after one that is wrong, beside %s',
  async (name) => {
    const { started, waits, end, write } = await watching({
      [name]: NO_TESTS,
      'agent.test.yaml': `tests:\n${test('watched', 'echo bye')}`,
    });
    await waits(1);
    expect(started.output()).toContain('1 failed');
    write('agent.test.yaml', 'tests: [');
    await waits(2);
    write('agent.test.yaml', `tests:\n${test('watched', 'echo hello')}`);
    await waits(3);
    expect(started.output()).toContain('1 passed');
    write(name, `${NO_TESTS}# A comment.\n`);
    await waits(4);
    await end();
  },
);

it('--watch sees the repair of a file that another one names, which was wrong from the start', async () => {
  const base = 'agents: { a: { limits: { turns: 3 } } }\n';
  const { waits, saw, end, write } = await watching(
    { 'agent.config.yaml': `extends: ./parts/base.yaml\n${BASE}${test('passes', 'echo hello')}`, 'parts/base.yaml': base },
    { wrong: { 'parts/base.yaml': 'agents: [' } },
  );
  await waits(1);
  write('parts/base.yaml', base);
  await saw('1 passed');
  await end();
});

it('--watch runs the tests as soon as they are trusted', async () => {
  const cwd = project({ 'agent.config.yaml': BASE + test('passes', 'echo hello') });
  const home = { HOME: project({}) };
  const started = await startLoadout(['test', '--watch'], { cwd, env: home, trust: false });
  await expect.poll(started.errors).toMatch(/loadout trust.*Waiting for a change/s);
  await loadout(['trust', '--yes'], { cwd, env: home, trust: false });
  await expect.poll(started.output).toContain('1 passed');
  started.kill('SIGINT');
  await started.finished;
});

it('--watch runs the tests again after a change that was made while they ran', async () => {
  const running = project({});
  const { saw, waits, end, write } = await watching({
    'agent.config.yaml': NO_TESTS,
    'agent.test.yaml': `tests:\n${test('slow', `touch ${running}/1; while [ -e ${running}/1 ]; do sleep 0.02; done; echo bye`)}`,
  });
  await expect.poll(() => existsSync(join(running, '1'))).toBe(true);
  write('agent.test.yaml', `tests:\n${test('quick', 'echo hello')}`);
  rmSync(join(running, '1'));
  await saw('1 passed');
  await waits(1);
  await end();
});

it('--watch sees a new file of tests in a new folder, and a folder of a workspace that comes back', async () => {
  const inFolder = (text: string) =>
    `tests:\n${test('reads', 'cat a.txt').replace('text: hello', `text: ${text}`)}    workspace: { dir: seed }\n`;
  const { cwd, started, saw, waits, end, write } = await watching({
    'agent.config.yaml': NO_TESTS,
    'agent.test.yaml': inFolder('hello'),
    'seed/a.txt': 'hello\n',
  });
  await waits(1);
  expect(started.output()).toContain('1 passed');
  rmSync(join(cwd, 'seed'), { recursive: true });
  await waits(2);
  mkdirSync(join(cwd, 'seed'));
  write('seed/a.txt', 'bye\n');
  await saw('bye');
  mkdirSync(join(cwd, 'below/further'), { recursive: true });
  write('below/further/more.test.yaml', `tests:\n${test('one more', 'echo hello')}`);
  await saw('1 failed, 1 passed');
  await end();
});

it('--watch --update does not take its own writing for a change', async () => {
  const wrong = test('written', 'echo hello').replace('{ text: hello }', '{ calls: [{ Bash: { command: x } }] }');
  const files = { 'agent.config.yaml': NO_TESTS, 'agent.test.yaml': `tests:\n${wrong}` };
  const { cwd, started, waits, end } = await watching(files, { args: ['--update'] });
  await waits(1);
  await end();
  expect(readFileSync(join(cwd, 'agent.test.yaml'), 'utf8')).toContain('command: echo hello');
  expect(started.output()).not.toContain('passed');
});
