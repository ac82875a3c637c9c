import { chmodSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tested, testProject } from './test-project.test-kit.js';

const AGENT = `permissions: { deny: ["Read(secrets/**)", "Bash(git push:*)"], allow: ["Bash(echo:*)", "Write(/out/**)"] }
agents:
  a: { model: anthropic/claude-sonnet-5-5, instructions: Work., tools: [Read, Write, Bash, Agent] }
tests:
`;
const one = (test: string) => testProject(AGENT + test.replace(/^/gm, '  '));

it('a test runs in a folder of its own with its files, and the folder is gone afterwards', async () => {
  const cwd = one(`- name: reads
  workspace: { files: { in.txt: "seven\\n" } }
  prompt: Go.
  model: { script: [{ tools: [{ Read: { file_path: in.txt }, as: r }, { Write: { file_path: out/a.txt, content: A } }] }, { text: "{{r.text}}" }] }
  expect: { calls: [Read, { Write: {}, by: permissions.allow.1 }], text: seven, files: { out/a.txt: created, in.txt: unchanged }, changed: ["out/**"] }
`);
  const { code, result } = await tested(cwd);
  expect([code, result().failures]).toEqual([0, []]);
  expect(existsSync(join(cwd, 'out'))).toBe(false);
  const [init] = result().run?.events ?? [];
  const { cwd: workspace } = (init as { readonly init: { readonly cwd: string } }).init;
  expect([workspace.startsWith(cwd), existsSync(workspace)]).toEqual([false, false]);
});

it('a failure stands at the line of the expectation, and names no folder of the run', async () => {
  const cwd = one(`- name: fails
  workspace: { files: { secrets/k: x } }
  prompt: Go.
  model: { script: [{ tools: [{ Read: { file_path: secrets/k } }] }, { text: Done. }] }
  expect:
    outcome: done
    calls: [{ Read: {}, state: done }]
`);
  const { code, result } = await tested(cwd);
  const [failure] = result().failures;
  expect([code, failure]).toMatchObject([1, { file: 'agent.config.yaml', line: 12, path: ['expect', 'calls', 0, 'state'] }]);
  expect(JSON.stringify(failure)).not.toContain(tmpdir());
  expect(failure?.frame).toContain('^^^^');
});

it('a call of a forbidden command fails never, also when its tool is replaced', async () => {
  const cwd = one(`- name: pushes
  prompt: Go.
  tools: { Bash: { output: pushed } }
  answers: { "*": allow }
  model: { script: [{ tools: [{ Bash: { command: npm publish --tag x } }] }, { text: Done. }] }
  expect: { calls: { never: ["Bash(npm publish:*)"] } }
`);
  expect((await tested(cwd)).result().failures).toMatchObject([{ path: ['expect', 'calls', 'never', 0] }]);
});

it('a replaced tool keeps its schema, rules and hooks, and gives what the test says', async () => {
  const cwd = one(`- name: replaced
  prompt: Go.
  tools:
    Bash: { cases: [{ input: { command: echo 1 }, output: one }, { input: { command: echo 2 }, error: no two }], otherwise: deny }
    Read: { output: text }
  model:
    script:
      - tools: [{ Bash: { command: echo 1 }, as: one }, { Bash: { command: echo 2 } }, { Bash: { command: echo 3 } }, { Bash: { command: git push } }, { Bash: {} }, { Read: { file_path: secrets/x } }]
      - text: "{{one.text}}"
  expect:
    calls:
      match: strict
      list:
        - { Bash: { command: echo 1 }, result: one }
        - { Bash: { command: echo 2 }, state: failed, result: no two }
        - { Bash: { command: echo 3 }, state: denied, by: "hook:this test" }
        - { Bash: {}, state: denied, by: permissions.deny.1 }
        - { Bash: {}, state: refused }
        - { Read: {}, state: denied, by: permissions.deny.0 }
    text: one
`);
  expect((await tested(cwd)).result().failures).toEqual([]);
});

it('a subagent has a script of its own, and replaced tools hold for it too', async () => {
  const cwd = one(`- name: team
  prompt: Go.
  tools: { Bash: { output: below } }
  model:
    script: [{ tools: [{ Agent: { subagent_type: general-purpose, description: Do it now, prompt: Go. }, as: g }] }, { text: "{{g.text}}" }]
    agents: { general-purpose: [{ tools: [{ Bash: { command: echo x }, as: b }] }, { text: "{{b.text}}" }] }
  expect: { text: below, calls: [{ Agent: {} }, { Bash: {}, agent: a/general-purpose }] }
- name: without a script
  prompt: Go.
  model: { script: [{ tools: [{ Agent: { subagent_type: Explore, description: Look at it, prompt: Go. } }] }, { text: Done. }] }
  expect: { calls: [{ Agent: {}, state: failed, result: no script }] }
`);
  const { report } = await tested(cwd);
  expect(report.tests.flatMap(({ failures }) => failures)).toEqual([]);
});

it('several prompts are one conversation, and turns that nobody asked for fail', async () => {
  const cwd = one(`- name: two
  prompt: [First., Second.]
  model: { script: [{ text: "1 {{prompt}}" }, { text: "2 {{prompt}}" }] }
  expect: { text: { equals: 2 Second. }, usage: { turns: 2 } }
- name: too long
  prompt: Go.
  model: { script: [{ text: a }, { text: b }] }
  expect: { text: a }
- name: too short
  prompt: Go.
  model: { script: [{ tools: [{ Bash: { command: echo 1 } }] }] }
  expect: { outcome: error }
`);
  const { result } = await tested(cwd);
  expect(result('two').failures).toEqual([]);
  expect(result('too long').failures).toMatchObject([{ path: ['model', 'script'], message: expect.stringContaining('turn 2') }]);
  expect(result('too short').failures).toMatchObject([{ path: ['model'], code: 'SCRIPT_ENDED' }]);
});

it('answers decide for a person, and questions answer the agent', async () => {
  const cwd = one(`- name: asked
  prompt: Go.
  workspace: { git: true, files: { a.txt: a } }
  answers: { "Bash(git commit:*)": allow, "Bash(git tag:*)": { deny: No tags. } }
  model: { script: [{ tools: [{ Bash: { command: "git commit --allow-empty -qm x" } }, { Bash: { command: git tag v1 } }, { Bash: { command: touch b } }] }, { text: Done. }] }
  expect: { calls: [{ Bash: {}, state: done, by: person }, { Bash: {}, state: denied, result: No tags. }, { Bash: { command: touch b }, state: denied, by: person }] }
`);
  expect((await tested(cwd)).result().failures).toEqual([]);
});

it('the environment of a test is its own: its variables, no home and no model of this user', async () => {
  const cwd = testProject(`permissions: { allow: [Bash] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, prompt: "Say \${env:GREETING}", tools: [Bash] } }
tests:
  - name: home
    env: { GREETING: hello }
    model: { script: [{ tools: [{ Bash: { command: 'ls -A "$HOME" | wc -l' }, as: b }] }, { text: "{{prompt}} {{b.text}}" }] }
    expect: { text: { matches: "^Say hello 0" } }
`);
  const { result } = await tested(cwd, { env: { LOADOUT_MODEL: 'x', GREETING: 'bye' } });
  expect(result().failures).toEqual([]);
});

it('a path that follows the workspace in the configuration follows the workspace of the test', async () => {
  const cwd = testProject(`permissions: { additionalDirectories: [more], allow: ["Write(\${workspace}/more/**)"] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: "In \${workspace}.", tools: [Read, Write] } }
tests:
  - name: follows
    prompt: Go.
    workspace: { files: { more/in.txt: seven } }
    model: { script: [{ tools: [{ Read: { file_path: more/in.txt }, as: r }] }, { text: "{{r.text}}" }] }
    expect: { text: seven }
`);
  expect((await tested(cwd)).result().failures).toEqual([]);
});

it.each([
  ['dir: ../outside', 'TEST_PATH'],
  ['dir: missing', 'TEST_PATH'],
])('a workspace with %s is refused at its line', async (dir, code) => {
  const cwd = one(`- name: outside
  workspace: { ${dir} }
  prompt: Go.
  model: { script: [{ text: Done. }] }
  expect: { outcome: done }
`);
  expect((await tested(cwd)).result().failures).toMatchObject([{ code, line: 7 }]);
});

it('tests that are not trusted do not run: exit code 6', async () => {
  const cwd = one(`- { name: x, prompt: Go., model: { script: [{ text: a }] }, expect: { text: a } }\n`);
  await expect(tested(cwd, { trust: false })).rejects.toMatchObject({ code: 'TRUST_NEEDED' });
});

it('no test, and a filter without a match, are told with what there is', async () => {
  await expect(tested(testProject('agents: { a: { instructions: x } }\n'))).rejects.toMatchObject({
    code: 'TEST_NONE',
    fix: expect.stringContaining('expect: {'),
  });
  const cwd = one(`- { name: only one, prompt: Go., model: { script: [{ text: a }] }, expect: { text: a } }\n`);
  await expect(tested(cwd, { args: ['two'] })).rejects.toMatchObject({
    code: 'TEST_NOT_FOUND',
    message: expect.stringContaining('only one'),
  });
});

it('--filter selects as the argument does, and is refused beside it or without a text', async () => {
  const row = (name: string) => `- { name: "${name}", prompt: Go., model: { script: [{ text: a }] }, expect: { text: a } }\n`;
  const cwd = one(row('-x') + row('reads a file') + row('reads'));
  const named = async (...args: string[]) => (await tested(cwd, { args })).report.tests.map(({ name }) => name);
  expect(await named('--filter', 'READS A')).toEqual(['reads a file']);
  expect(await named('--filter', 'reads')).toEqual(['reads']);
  expect(await named('--filter=-x')).toEqual(['-x']);
  await expect(named('reads', '--filter', 'reads')).rejects.toMatchObject({ code: 'USAGE_FLAGS_TOGETHER' });
  await expect(named('--filter', ' ')).rejects.toMatchObject({
    code: 'USAGE_FLAG_CONTENT',
    message: expect.stringContaining('empty'),
  });
  await expect(named('')).rejects.toMatchObject({ code: 'USAGE_FLAG_CONTENT' });
});

it('only is refused in CI, skip tells its reason, and a shard is a part', async () => {
  const row = (name: string, more = '') =>
    `- { name: ${name}, prompt: Go., model: { script: [{ text: a }] }, expect: { text: a }${more} }\n`;
  const all = one(row('a') + row('b', ', skip: later') + row('c', ', tags: [slow]') + row('d'));
  expect((await tested(all)).result('b')).toMatchObject({ status: 'skipped', skipped: 'later' });
  const named = async (...args: string[]) => (await tested(all, { args })).report.tests.map(({ name }) => name);
  expect(await named('--shard', '2/2')).toEqual(['b', 'd']);
  expect(await named('--tag', 'slow')).toEqual(['c']);
  const only = one(row('a') + row('b', ', only: true'));
  expect((await tested(only)).report.tests.map(({ name }) => name)).toEqual(['b']);
  await expect(tested(only, { env: { CI: 'true' } })).rejects.toMatchObject({ code: 'TEST_ONLY_IN_CI' });
});

it.each([
  ['answers: { "Bash((": deny }', ''],
  ['', ', calls: { never: ["Bash(("] }'],
])('a rule that is no rule is a wrong file: %s%s', async (key, expected) => {
  const cwd = one(`- name: x
  prompt: Go.
  ${key}
  model: { script: [{ text: a }] }
  expect: { text: a${expected} }
`);
  await expect(tested(cwd)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('a hook whose program lies beside the configuration starts there, as in a run, and reads of the workspace (GAP-F3)', async () => {
  const test = `tests:
  - name: guarded
    prompt: Go.
    model: { script: [{ tools: [{ Bash: { command: echo yes } }, { Bash: { command: echo no } }] }, { text: Done. }] }
    expect:
      calls:
        - { Bash: { command: echo yes } }
        - { Bash: { command: echo no }, state: denied, by: hook }
`;
  const hooks =
    'hooks: { PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: sh guard.sh, onFailure: block }] }] }\n';
  const guard = `read -r input
[ "$PWD" = "$LOADOUT_PROJECT_DIR" ] && [ "$HOOK_CWD" != "$PWD" ] || exit 1
case "$input" in *"echo no"*) echo "not this" >&2; exit 2 ;; esac
`;
  const cwd = testProject(hooks + AGENT.replace('tests:\n', '') + test, { 'guard.sh': guard });
  const { code, result } = await tested(cwd);
  expect([code, result().failures]).toEqual([0, []]);
});

it('a hook that is a line, or whose program the test has, starts in the workspace', async () => {
  const line = 'rm -f kept.txt; touch line.txt';
  const hooks = `hooks: { SessionStart: [{ hooks: [{ type: command, command: ${line} }, { type: command, command: ./own.sh }] }] }\n`;
  const test = `tests:
  - name: stays
    workspace: { dir: given }
    prompt: Go.
    model: { script: [{ text: Done. }] }
    expect: { files: { line.txt: created, own.txt: created } }
`;
  const own = '#!/bin/sh\ntouch own.txt\n';
  const cwd = testProject(hooks + AGENT.replace('tests:\n', '') + test, { 'kept.txt': '', 'own.sh': own, 'given/own.sh': own });
  for (const file of ['own.sh', 'given/own.sh']) chmodSync(join(cwd, file), 0o755);
  const { code, result } = await tested(cwd);
  expect([code, result().failures]).toEqual([0, []]);
  expect(['kept.txt', 'line.txt', 'own.txt'].map((file) => existsSync(join(cwd, file)))).toEqual([true, false, false]);
});
