import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MockApi, type MockApiOptions, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { loadout, project, startLoadout } from './lib/loadout.js';

const CONFIG = `
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
permissions: { mode: acceptEdits, allow: ["Bash(sleep:*)"] }
agents:
  worker: { model: anthropic/mock, instructions: Answer., tools: [Read, Write, Bash] }
`;

let api: MockApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

async function mock(replies: MockApiOptions['replies']) {
  api = await startMockApi({ replies });
  return { api, env: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'test-key' } };
}

interface SentResult {
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}
const resultsSent = (from: MockApi, index: number) =>
  (from.requests[index]?.body.messages.at(-1)?.content ?? []) as unknown as SentResult[];
const events = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; name?: string; id?: string });

describe('a search', () => {
  it.each([
    ['Grep', { pattern: 'KEY', output_mode: 'content' }],
    ['Grep', { pattern: 'KEY' }],
    ['Grep', { pattern: 'KEY', output_mode: 'count' }],
    ['Grep', { pattern: 'KEY', output_mode: 'content', '-C': 1 }],
    ['Glob', { pattern: '**/*' }],
  ])('does not go around a rule that keeps a file from being read: %s %j', async (name, input) => {
    const { api, env } = await mock([{ tools: [{ name, input }] }, { text: 'ok' }]);
    const config = CONFIG.replace(
      'permissions: {',
      'permissions: { deny: ["Read(**/.env*)"], ask: ["Read(/private/**)"],',
    ).replace('[Read,', '[Grep, Glob, Read,');
    const files = {
      '.env': 'KEY=secret-one\n',
      'sub/.env.local': 'KEY=secret-two\n',
      'private/x.txt': 'KEY=secret-three\n',
      'open.txt': 'KEY=open\n',
    };
    await loadout(['run', 'Look.'], { cwd: project({ 'agent.config.yaml': config, ...files }), env });
    const { content } = resultsSent(api, 1)[0] ?? { content: '' };
    expect(content).toContain('open.txt');
    expect(content).not.toMatch(/secret|\.env|x\.txt/);
    expect(content).toContain('3 files are left out: a permission rule keeps them from being read.');
  });
});

describe('loadout run against the Messages API over HTTP', () => {
  it('completes one turn', async () => {
    const { api, env } = await mock([{ text: 'Hello there.' }]);
    const { code, stdout } = await loadout(['run', 'Hi.'], { cwd: project({ 'agent.config.yaml': CONFIG }), env });
    expect([code, stdout, api.invalid]).toEqual([0, 'Hello there.\n', []]);
  });

  it('completes one tool call', async () => {
    const { api, env } = await mock([{ tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] }, { text: 'Seen.' }]);
    const { code } = await loadout(['run', 'Hi.'], { cwd: project({ 'agent.config.yaml': CONFIG, 'a.txt': 'alpha\n' }), env });
    expect([code, api.invalid]).toEqual([0, []]);
    expect(resultsSent(api, 1)[0]?.content).toContain('1\talpha');
  });

  it('runs ten reads of one message together and answers them in order', async () => {
    const tools = Array.from({ length: 10 }, (_, n) => ({ name: 'Read', input: { file_path: `${n}.txt` }, id: `use_${n}` }));
    const { api, env } = await mock([{ tools }, { text: 'Seen.' }]);
    const files = Object.fromEntries(tools.map((_, n) => [`${n}.txt`, `number ${n}\n`]));
    const { stdout } = await loadout(['run', 'Hi.', '--output', 'stream-json'], {
      cwd: project({ 'agent.config.yaml': CONFIG, ...files }),
      env,
    });
    expect(resultsSent(api, 1).map((result) => result.content.trim())).toEqual(tools.map((_, n) => `1\tnumber ${n}`));
    expect(api.invalid).toEqual([]);
    const order = events(stdout).filter((event) => event.type === 'tool_start' || event.type === 'tool_result');
    expect(order.filter((event) => event.type === 'tool_start').map((event) => event.id)).toEqual(tools.map((tool) => tool.id));
  });

  it('lets reads around a write see the file before and after it', async () => {
    const read = { name: 'Read', input: { file_path: 'a.txt' } };
    const { api, env } = await mock([
      { tools: [read, { name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }, read] },
      { text: 'ok' },
    ]);
    const cwd = project({ 'agent.config.yaml': CONFIG, 'a.txt': 'old\n' });
    await loadout(['run', 'Hi.'], { cwd, env });
    const [before, write, after] = resultsSent(api, 1);
    expect([before?.content, write?.is_error, after?.content]).toEqual([
      expect.stringContaining('old'),
      undefined,
      expect.stringContaining('new'),
    ]);
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  });

  it('completes two hundred turns', async () => {
    const read = { tools: [{ name: 'Read', input: { file_path: 'a.txt' } }] };
    const { api, env } = await mock((_, index) => (index < 199 ? read : { text: 'Done.' }));
    const { code, stdout } = await loadout(['run', 'Hi.', '--output', 'json'], {
      cwd: project({ 'agent.config.yaml': CONFIG, 'a.txt': 'x\n' }),
      env,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'success', turns: 200, toolCalls: 199 });
    expect([api.requests.length, api.invalid]).toEqual([200, []]);
  });

  it('ends an interrupted batch so that the next request is valid', async () => {
    const { api, env } = await mock([
      { tools: ['a', 'b'].map((id) => ({ name: 'Bash', input: { command: 'sleep 60' }, id })) },
      { text: 'On we go.' },
    ]);
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const first = await startLoadout(['run', 'Hi.', '--output', 'json'], { cwd, env });
    await expect.poll(() => childrenOf(first.pid)).toContain('sleep');
    first.kill('SIGINT');
    const ended = await first.finished;
    expect(ended.code).toBe(130);
    const { sessionId } = JSON.parse(ended.stdout) as { sessionId: string };
    const second = await loadout(['resume', sessionId, 'Go on.'], { cwd, env });
    expect([second.code, second.stdout, api.invalid]).toEqual([0, 'On we go.\n', []]);
    expect(resultsSent(api, 1).map((result) => [result.tool_use_id, result.is_error])).toEqual([
      ['a', true],
      ['b', true],
      [undefined, undefined],
    ]);
  });

  it('has finished the first tool before the message ends', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { env } = await mock([
      {
        tools: ['a.txt', 'b.txt'].map((file_path, n) => ({ name: 'Read', input: { file_path }, id: `use_${n}` })),
        hold: (block) => (block === 0 ? held : Promise.resolve()),
      },
      { text: 'ok' },
    ]);
    const cwd = project({ 'agent.config.yaml': CONFIG, 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const run = await startLoadout(['run', 'Hi.', '--output', 'stream-json'], { cwd, env });
    await expect.poll(() => run.output().includes('"tool_result"')).toBe(true);
    expect(run.output()).not.toContain('"type":"message"');
    goOn();
    expect((await run.finished).code).toBe(0);
  });
});

function childrenOf(pid: number): string[] {
  try {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    return ids.flatMap((id) => [readFileSync(`/proc/${id}/comm`, 'utf8').trim(), ...childrenOf(id)]);
  } catch {
    return [];
  }
}
