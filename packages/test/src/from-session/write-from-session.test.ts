import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../../../cli/src/run-command.js';
import { memoryIo } from '../../../cli/src/testing/memory-io.js';
import { evaluated, tested, testProject } from '../test-project.test-kit.js';

const CONFIG = `providers: { script: { use: "@loadout/model-script", options: { turns: [
  { tools: [{ Read: { file_path: in.txt } }, { Bash: { command: "date +%N" }, as: date }, { Read: { file_path: secrets/x } }] },
  { tools: [{ Agent: { subagent_type: helper, description: Write it down, prompt: Write. } }] },
  { text: "Now {{date.text}}" } ] } },
  below: { use: "@loadout/model-script", options: { turns: [{ tools: [{ Write: { file_path: out.txt, content: "x" } }] }, { text: Written. }] } } }
permissions: { allow: [Bash, Write], deny: ["Read(secrets/**)"] }
agents:
  a: { model: script/x, instructions: Work., tools: [Read, Write, Bash, Agent], subagents: { helper: {} } }
  helper: { model: below/x, description: Helps., instructions: Help., tools: [Write] }
`;

async function ran(cwd: string) {
  const env = { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home'), LOADOUT_STATE_DIR: join(cwd, '.home/state') };
  const { io, written } = memoryIo({ cwd, env });
  await runCommand(['trust', '--yes'], io);
  const code = await runCommand(['run', 'a', 'Read in.txt.'], io);
  expect(code, written().all).toBe(0);
}

it('a session becomes a test that passes, again and again', async () => {
  const cwd = testProject(CONFIG, { 'in.txt': 'seven\neight\n', 'secrets/x': 'x' });
  await ran(cwd);
  const printed = await tested(cwd, { args: ['--from-session', 'latest'], trust: false });
  const { tests } = parse(printed.out);
  expect(tests[0]).toMatchObject({
    agent: 'a',
    prompt: 'Read in.txt.',
    workspace: { files: { 'in.txt': 'seven\neight\n' } },
    tools: { Bash: { cases: [{ input: { command: 'date +%N' } }] } },
    model: { agents: { helper: [{}, { text: 'Written.' }] } },
    expect: { outcome: 'done', text: { equals: expect.stringMatching(/^Now \d+/) } },
  });
  expect(tests[0].expect.calls).toMatchObject([
    { Read: { file_path: 'in.txt' } },
    { Bash: {} },
    { Read: {}, state: 'denied', by: 'permissions.deny.0' },
    { Agent: {} },
    { Write: { file_path: 'out.txt' } },
  ]);
  const written = await tested(cwd, { args: ['--from-session', 'latest', '--write', 'agent.test.yaml'], trust: false });
  expect(written.code).toBe(0);
  await tested(cwd, { args: ['--from-session', 'latest', '--write', 'agent.test.yaml'], trust: false });
  const { code, report } = await tested(cwd);
  expect([code, report.tests.flatMap(({ failures }) => failures), report.tests.length]).toEqual([0, [], 2]);
});

it('a file that was read in part and is a folder now has no content in the test', async () => {
  const read = 'turns: [{ tools: [{ Read: { file_path: in.txt, offset: 2 } }] }, { text: Done. }]';
  const cwd = testProject(CONFIG.replace(/turns: \[\n.*?\{\{date\.text\}\}" \} \]/s, read), { 'in.txt': 'seven\neight\n' });
  await ran(cwd);
  rmSync(join(cwd, 'in.txt'));
  mkdirSync(join(cwd, 'in.txt'));
  const { tests } = parse((await tested(cwd, { args: ['--from-session', 'latest'], trust: false })).out);
  expect([tests[0].workspace, tests[0].expect.calls]).toMatchObject([undefined, [{ Read: { file_path: 'in.txt', offset: 2 } }]]);
});

it('an unknown session is told', async () => {
  const cwd = testProject(CONFIG);
  await expect(tested(cwd, { args: ['--from-session', 'nothing'], trust: false })).rejects.toMatchObject({
    code: 'SESSION_UNKNOWN',
  });
});

it('--update writes the calls that happened where others were expected, and the tests pass', async () => {
  const cwd = testProject(`agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, tools: [Read] } }
tests:
  - name: old # keeps its comment
    prompt: Go.
    workspace: { files: { a.txt: a } }
    model: { script: [{ tools: [{ Read: { file_path: a.txt } }, { Read: { file_path: b.txt } }] }, { text: Done. }] }
    expect:
      calls: [{ Read: { file_path: c.txt } }]
      text: Done
`);
  expect((await tested(cwd, { args: ['--update'] })).code).toBe(1);
  const text = readFileSync(join(cwd, 'agent.config.yaml'), 'utf8');
  expect(text).toContain('# keeps its comment');
  expect(text).toContain('{ Read: { file_path: b.txt }, state: ');
  expect((await tested(cwd)).code).toBe(0);
});

it('--update writes through a link that leads to the tests, and the link stays', async () => {
  const cwd = testProject(`agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x } }
tests: [{ name: one, prompt: Go., model: { script: [{ text: Done. }] }, expect: { calls: [{ Read: { file_path: c.txt } }] } }]
`);
  const file = join(cwd, 'agent.config.yaml');
  renameSync(file, join(cwd, 'shared.yaml'));
  symlinkSync('shared.yaml', file);
  await tested(cwd, { args: ['--update'] });
  expect([readFileSync(join(cwd, 'shared.yaml'), 'utf8').includes('c.txt'), lstatSync(file).isSymbolicLink()]).toEqual([
    false,
    true,
  ]);
});

it('a file that is no list of tests is not appended to', async () => {
  const cwd = testProject(CONFIG, { 'in.txt': 'seven\n', 'secrets/x': 'x' });
  await ran(cwd);
  mkdirSync(join(cwd, 'other'));
  writeFileSync(join(cwd, 'other/notes.yaml'), 'a: 1\n');
  const args = ['--from-session', 'latest', '--write', 'other/notes.yaml'];
  await expect(tested(cwd, { args, trust: false })).rejects.toMatchObject({ code: 'TEST_NOT_APPENDED' });
  expect(readFileSync(join(cwd, 'other/notes.yaml'), 'utf8')).toBe('a: 1\n');
});

it('a session becomes a case, which an eval measures, and which a later state of the session replaces', async () => {
  const cwd = testProject(
    `${CONFIG}tests:
  - name: past sessions
    agent: a
    cases: [{ prompt: x, answer: x, calls: [], files: {} }]
    prompt: "\${case:prompt}"
    workspace: { files: "\${case:files}" }
    tools: { Bash: { output: "7" } }
    model: { script: [{ tools: [{ Read: { file_path: in.txt } }] }, { text: "Now 7" }] }
    score: { calls: { f1: "\${case:calls}" }, near: { like: "\${case:answer}" } }
`,
    { 'in.txt': 'seven\n', 'secrets/x': 'x' },
  );
  await ran(cwd);
  const args = ['--from-session', 'latest', '--write', 'evals/sessions.jsonl'];
  const file = join(cwd, 'evals/sessions.jsonl');
  expect((await evaluated(cwd, { args, trust: false })).out).toContain('Added the case');
  expect((await evaluated(cwd, { args, trust: false })).out).toContain('Replaced the case');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    id: expect.any(String),
    prompt: 'Read in.txt.',
    answer: expect.stringMatching(/^Now \d+/),
    calls: ['Read', 'Bash', 'Agent', 'Write'],
    files: { 'in.txt': 'seven\n' },
  });
  const config = readFileSync(join(cwd, 'agent.config.yaml'), 'utf8');
  writeFileSync(join(cwd, 'agent.config.yaml'), config.replace(/cases: \[.*\]/, 'cases: evals/sessions.jsonl'));
  const { out } = await evaluated(cwd, { args: ['--json'] });
  expect(JSON.parse(out).variants.default.scores.calls.share).toBeCloseTo(0.4);
});

it('all sessions of an agent since a time become cases, of which each is kept as it was', async () => {
  const cwd = testProject(CONFIG, { 'in.txt': 'seven\n', 'secrets/x': 'x' });
  for (let run = 0; run < 3; run++) await ran(cwd);
  const file = join(cwd, 'evals/sessions.jsonl');
  const keeps = (...more: readonly string[]) =>
    evaluated(cwd, { args: ['--from-session', 'all', '--write', 'evals/sessions.jsonl', ...more], trust: false });
  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  expect((await keeps('--limit', '2')).out).toContain('Added 2 cases to ');
  expect((await keeps('--agent', 'a', '--since', '1d')).out).toContain('Added 1 case to ');
  expect([lines().length, new Set(lines().map((line) => JSON.parse(line).id)).size]).toEqual([3, 3]);
  for (const none of [
    ['--agent', 'helper'],
    ['--since', '2999-01-01'],
  ])
    await expect(keeps(...none)).rejects.toMatchObject({ code: 'TEST_NOT_MADE' });
  await expect(keeps('--since', 'yesterday')).rejects.toMatchObject({ code: 'USAGE_FLAG_CONTENT' });
});
