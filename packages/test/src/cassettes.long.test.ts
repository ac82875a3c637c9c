import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { afterEach, expect, it } from 'vitest';
import { tested, testProject } from './test-project.test-kit.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const KEY = { ANTHROPIC_API_KEY: 'sk-ant-0123456789' };

/** An agent that calls Bash and answers with what it said. The model is a mock of the Messages API. */
async function cassetteProject(tests: string, replies?: Parameters<typeof startMockApi>[0]['replies']) {
  const api = await startMockApi({
    replies:
      replies ??
      ((_, index) =>
        index % 2 === 0 ? { tools: [{ name: 'Bash', input: { command: 'date +%s%N; pwd' } }] } : { text: 'Told.' }),
  });
  closers.push(() => api.close());
  const cwd = testProject(`providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "${api.url}" } } }
models: { fast: { provider: anthropic, id: claude-sonnet-5-5 } }
permissions: { allow: [Bash] }
agents: { a: { model: fast, instructions: Answer., tools: [Bash] } }
tests:
${tests}`);
  return { api, cwd, tape: join(cwd, 'tests/a.ndjson') };
}

const RECORDED = `  - name: tells the time
    prompt: What time is it?
    model: { cassette: tests/a.ndjson, normalise: [{ pattern: "\\\\d{19}", as: "<time>" }] }
    expect: { calls: [Bash], text: Told }
`;

it('a cassette is recorded once, and replayed without a request although the tool says something else', async () => {
  const { api, cwd, tape } = await cassetteProject(RECORDED);
  const missing = await tested(cwd);
  expect(missing.result().failures).toMatchObject([
    { code: 'CASSETTE_MISSING', fix: expect.stringContaining('loadout test "tells the time" --record all') },
  ]);
  const recorded = await tested(cwd, { args: ['--record', 'missing'], env: KEY });
  expect([recorded.result().failures, api.requests.length]).toEqual([[], 2]);
  const text = readFileSync(tape, 'utf8');
  expect(text).not.toContain('loadout-test-');
  expect(text).not.toContain(KEY.ANTHROPIC_API_KEY);
  const again = await tested(cwd, { args: ['--record', 'missing'], env: KEY });
  expect([again.result().failures, api.requests.length]).toEqual([[], 2]);
});

it('a changed prompt shows the nearest turn and the command that records again, and asks nobody', async () => {
  const { api, cwd } = await cassetteProject(RECORDED);
  await tested(cwd, { args: ['--record', 'all'], env: KEY });
  const file = join(cwd, 'agent.config.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('instructions: Answer.', 'instructions: Answer politely.'));
  const { result } = await tested(cwd, { env: KEY });
  const [failure] = result().failures;
  expect(failure).toMatchObject({ code: 'CASSETTE_MISMATCH', fix: expect.stringContaining('--record all') });
  expect(failure?.message).toContain('turn 1');
  expect(failure?.message).toMatch(/the system prompt differs[\s\S]*-Answer\.[\s\S]*\+Answer politely\./);
  expect(api.requests).toHaveLength(2);
});

it('the difference from the nearest turn is shown', async () => {
  const { cwd } = await cassetteProject(RECORDED);
  await tested(cwd, { args: ['--record', 'all'], env: KEY });
  const file = join(cwd, 'agent.config.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('instructions: Answer.', 'instructions: Answer politely.'));
  const { out } = await tested(cwd, { env: { ...KEY, NO_COLOR: '1' }, columns: 120 });
  expect(out).toMatch(/\n {2}@@ .* @@\n {2}-Answer\.\n {2}\+Answer politely\.\n/);
});

it('recorded results of tools are replayed, and the tool does not run', async () => {
  const { cwd } = await cassetteProject(
    `${RECORDED}  - name: replays
    prompt: What time is it?
    model: { cassette: tests/a.ndjson }
    tools: { Bash: replay }
    expect: { calls: [{ Bash: {}, result: <time> }], text: Told }
`,
  );
  await tested(cwd, { args: ['tells the time', '--record', 'all'], env: KEY });
  const { result } = await tested(cwd, { args: ['replays'] });
  expect(result().failures).toEqual([]);
});

it('a cassette that would hold a secret in another form is not written, and the old one stays', async () => {
  const { cwd, tape } = await cassetteProject(RECORDED, [
    { tools: [{ name: 'Bash', input: { command: `echo ${Buffer.from(KEY.ANTHROPIC_API_KEY).toString('base64')}` } }] },
    { text: 'Told.' },
  ]);
  const { result } = await tested(cwd, { args: ['--record', 'all'], env: KEY });
  expect(result().failures).toMatchObject([{ code: 'CASSETTE_SECRET' }]);
  expect(existsSync(tape)).toBe(false);
});

it('CI records nothing, unless it is allowed to', async () => {
  const { cwd, tape } = await cassetteProject(RECORDED);
  const env = { ...KEY, CI: 'true' };
  await expect(tested(cwd, { args: ['--record', 'all'], env })).rejects.toMatchObject({ code: 'TEST_CI' });
  await expect(tested(cwd, { args: ['--update'], env })).rejects.toMatchObject({ code: 'TEST_CI' });
  expect(existsSync(tape)).toBe(false);
  expect((await tested(cwd, { args: ['--record', 'all', '--allow-record'], env })).code).toBe(0);
});

it('--stale lists cassettes of another prompt, and asks nobody', async () => {
  const { api, cwd } = await cassetteProject(RECORDED);
  await tested(cwd, { args: ['--record', 'all'], env: KEY });
  expect(await staleIn(cwd)).toMatchObject({ code: 0, out: 'No cassette is stale.\n' });
  const file = join(cwd, 'agent.config.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace('instructions: Answer.', 'instructions: Answer politely.')
      .replace('sonnet-5-5', 'opus-4-5'),
  );
  const { code, out } = await staleIn(cwd);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^agent\.config\.yaml:\d+:\d+ {2}tells the time: the system prompt changed, the model was .* --record all\n$/,
    ),
  ]);
  expect(api.requests).toHaveLength(2);
});

const staleIn = async (cwd: string) => {
  const { code, out } = await tested(cwd, { args: ['--stale'], env: KEY });
  return { code, out };
};

it('tools of a server that a test replaces are there without the server', async () => {
  const cwd = testProject(`mcpServers: { github: { command: /nonexistent/server } }
permissions: { allow: [mcp__github__get_issue] }
agents: { a: { model: anthropic/claude-sonnet-5-5, instructions: x, tools: ["mcp__github__*"] } }
tests:
  - name: replaced
    prompt: Go.
    tools: { "mcp__github__*": deny, mcp__github__get_issue: { output: { title: A bug } } }
    model: { script: [{ tools: [{ mcp__github__get_issue: { number: 1 }, as: i }] }, { text: "{{i.text}}" }] }
    expect: { text: A bug, calls: [{ mcp__github__get_issue: { number: 1 }, by: permissions.allow.0 }] }
`);
  const { result } = await tested(cwd);
  expect(result().failures).toEqual([]);
});
