import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeConfig, loadConfig } from '@loadout/config';
import { scriptedModel } from '@loadout/model-script';
import { createAgent } from '@loadout/runner';
import { startMockApi } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { parseArguments } from '../../../cli/src/arguments/parse-arguments.js';
import { commandHost } from '../../../cli/src/packaged/command-host.js';
import { memoryIo } from '../../../cli/src/testing/memory-io.js';
import replay from './replay.js';

const modules = fileURLToPath(new URL('../../../../node_modules/@loadout', import.meta.url));

const TURNS = [
  { text: 'I look.', tools: [{ Read: { file_path: 'a.txt' } }] },
  { tools: [{ Write: { file_path: 'b.txt', content: 'b' } }] },
  { text: 'Done.' },
];

/** A folder with a configuration, and the session of a run in it. `replies`: what the other model says. */
async function recorded(replies: Parameters<typeof startMockApi>[0]['replies']) {
  const api = await startMockApi({ replies });
  onTestFinished(() => api.close());
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-replayed-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(modules, join(cwd, 'node_modules/@loadout'));
  writeFileSync(join(cwd, 'a.txt'), 'the text of a');
  writeFileSync(
    join(cwd, 'agent.config.yaml'),
    `plugins: { fs: "@loadout/tool-fs" }
providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "${api.url}" } } }
models: { small: { provider: anthropic, id: claude-haiku-4-5 } }
permissions: { allow: ["Write(/b.txt)"] }
agents: { a: { model: small, instructions: Work., tools: [Read, Write] } }
`,
  );
  const env = { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home'), ANTHROPIC_API_KEY: 'sk-ant-0123456789' };
  const { hash } = await judgeConfig({ cwd, env, trust: { file: join(cwd, 'nobody.json') } });
  const { plan } = await loadConfig({ cwd, env });
  const agent = await createAgent({
    plan,
    model: scriptedModel(TURNS),
    modelId: 'small',
    workspace: cwd,
    sessionsDir: join(cwd, '.sessions'),
    env,
    ledger: false,
  });
  const { sessionId } = await agent.run('Copy a to b.').result;
  await agent.close();
  rmSync(join(cwd, 'b.txt'));
  const [session] = readdirSync(join(cwd, '.sessions'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(`${sessionId}.jsonl`),
  );
  return { cwd, api, env: { ...env, LOADOUT_TRUST: hash }, session: join(cwd, '.sessions', session ?? '') };
}

async function replayed({ cwd, env, session }: Awaited<ReturnType<typeof recorded>>, ...args: readonly string[]) {
  const { io, written } = memoryIo({ cwd, env: { ...env, NO_COLOR: '1' } });
  const host = commandHost(io, 'replay');
  try {
    const code = await replay.run(parseArguments(replay.definition, [session, '--model', 'small', ...args]), host);
    return { code, ...written() };
  } finally {
    host.release();
  }
}

it('another model is asked at each recorded turn, and nothing that it calls runs', async () => {
  const project = await recorded((_, index) => {
    if (index === 0) return { tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] };
    if (index === 1) return { tools: [{ name: 'Write', input: { file_path: 'c.txt', content: 'c' } }] };
    return { text: 'I am done too.' };
  });
  const { code, out } = await replayed(project);
  expect(code).toBe(0);
  expect(out).toContain('turn 1  the same calls: Read {"file_path":"a.txt"}');
  expect(out).toMatch(/turn 2 {2}the same tools, other inputs\n {4}record +Write .*b\.txt.*\n {4}small +Write .*c\.txt/);
  expect(out).toMatch(/turn 3 {2}both answer\n {4}record +"Done\."\n {4}small +"I am done too\."/);
  expect(out).toMatch(
    /3 turns: small does the same in 2, other inputs in 1, something else in 0\. small \$0\.\d+, the record \$0\.\d+\./,
  );
  expect([existsSync(join(project.cwd, 'b.txt')), existsSync(join(project.cwd, 'c.txt'))]).toEqual([false, false]);
});

it('each turn shows the model the record until there, with the recorded results', async () => {
  const project = await recorded(() => ({ text: 'I stop here.' }));
  const { out } = await replayed(project, '--output', 'json');
  expect(JSON.parse(out).turns.map(({ is }: { is: string }) => is)).toEqual(['other', 'other', 'answer']);
  const asked = project.api.requests.map(({ body }) => JSON.stringify(body));
  expect(asked).toHaveLength(3);
  expect([asked[0]?.includes('the text of a'), asked[1]?.includes('the text of a')]).toEqual([false, true]);
  expect([asked[1]?.includes('I stop here'), asked[2]?.includes('b.txt')]).toEqual([false, true]);
});

it('a model that never answers is told, with an exit code of its own', async () => {
  const project = await recorded(() => ({ fault: { status: 400 } }));
  const { code, out } = await replayed(project);
  expect([code, out]).toEqual([7, expect.stringContaining('3 without an answer')]);
});

it.each(['no session\n', 'null\n', '7\n\n'])('a file without turns of a model is refused: %j', async (text) => {
  const project = await recorded(() => ({ text: 'x' }));
  writeFileSync(project.session, text);
  await expect(replayed(project)).rejects.toMatchObject({ code: 'REPLAY_NO_TURNS' });
});
