import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyTool, defineTool } from '@loadout/core';
import type { Message, ToolResultBlock } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { model, planFor, reader, runAgent, type Step, tempFolder } from './scripted.test-kit.js';

const answersIn = (request: { messages: readonly Message[] } | undefined) =>
  (request?.messages.at(-1)?.content ?? []) as readonly ToolResultBlock[];
const textOf = (block: ToolResultBlock | undefined) =>
  typeof block?.content === 'string' ? block.content : JSON.stringify(block?.content);
const pathIn = (text: string) => /characters \(\d+ KB\): (\S+)/.exec(text)?.[1] ?? '';

const looks = (count: number, from = 0): Step => ({
  calls: Array.from({ length: count }, (_, n) => ({ name: 'Look', input: { n: from + n }, id: `look_${from + n}` })),
});
const look = (length: (n: number) => number) => reader('Look', ({ n }) => 'x'.repeat(length(Number(n))));

/** A tool that pages itself, as Read does. */
const pager = (output: string): AnyTool =>
  defineTool({
    name: 'Page',
    description: 'Pages.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    isConcurrencySafe: true,
    maxResultChars: Number.POSITIVE_INFINITY,
    call: () => output,
  });

describe('the results of one message (RES-04)', () => {
  it('are stored in files, the largest first, until they fit together; smaller ones stay unchanged', async () => {
    const scripted = model([looks(6), { text: 'ok' }]);
    const { result } = await runAgent({ model: scripted, customTools: [look((n) => 42_000 + n)] });
    const texts = answersIn(scripted.requests[1]).map(textOf);
    expect(texts.map((text) => text.startsWith('<persisted-output>'))).toEqual([false, false, false, false, true, true]);
    expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(200_000);
    expect(result.spilled).toBe(2);
    expect(readFileSync(pathIn(texts[5] ?? ''), 'utf8')).toHaveLength(42_005);
  });

  it('stay whole for a tool that pages itself, whatever their size; others make room (RES-03)', async () => {
    const calls = [...Array.from({ length: 4 }, () => ({ name: 'Page' })), ...(looks(2).calls ?? [])];
    const scripted = model([{ calls }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [pager('p'.repeat(60_000)), look(() => 10_000)] });
    const texts = answersIn(scripted.requests[1]).map(textOf);
    expect(texts.slice(0, 4).map((text) => text.length)).toEqual([60_000, 60_000, 60_000, 60_000]);
    expect(texts.slice(4).every((text) => text.startsWith('<persisted-output>'))).toBe(true);
  });

  it('keep texts of hooks, and images, in the request', async () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = { type: 'image', data: dot, mimeType: 'image/png' } as const;
    const shot = defineTool({
      name: 'Shot',
      description: 'Shoots.',
      annotations: { readOnlyHint: true },
      isConcurrencySafe: true,
      call: () => ({ content: [{ type: 'text' as const, text: 's'.repeat(49_000) }, image] }),
    });
    const calls = Array.from({ length: 5 }, () => ({ name: 'Shot' }));
    const scripted = model([{ calls }, { text: 'ok' }]);
    const hooks = { PostToolUse: () => ({ systemMessage: 'mind the gap' }) };
    await runAgent({ model: scripted, customTools: [shot], hooks });
    const [first] = answersIn(scripted.requests[1]);
    expect(first?.content).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^<persisted-output>[\s\S]*mind the gap\n<\/system-reminder>$/) },
      { type: 'image' },
    ]);
  });
});

describe('the replacement of a result (RES-05)', () => {
  const bytes = (messages: readonly Message[] | undefined) => (messages ?? []).map((message) => JSON.stringify(message));

  it('stays the same in every later request and in a resumed session: they share their prefix', async () => {
    const workspace = tempFolder();
    const tools = [look(() => 45_000)];
    const first = model([looks(6), looks(6, 6), { text: 'ok' }]);
    const { run } = await runAgent({ model: first, customTools: tools, workspace });
    const second = model([looks(1, 12), { text: 'more' }]);
    await runAgent({ model: second, customTools: tools, workspace, prompt: 'Go on.', run: { resume: run.sessionId } });
    const requests = [...first.requests, ...second.requests].map((request) => bytes(request.messages));
    expect(requests).toHaveLength(5);
    for (const [index, request] of requests.slice(1).entries())
      expect(request.slice(0, requests[index]?.length)).toEqual(requests[index]);
    expect(requests[4]?.join('').match(/persisted-output>\\nTool/g)).toHaveLength(4);
  });
});

describe('the file of a result (RES-06)', () => {
  async function spillOf(output: string, id = 'use_1') {
    const scripted = model([{ calls: [{ name: 'Big', id }] }, { text: 'ok' }]);
    const { run, workspace } = await runAgent({ model: scripted, customTools: [reader('Big', () => output)] });
    const folder = join(run.transcript.replace(/\.jsonl$/, ''), 'tool-results');
    return { path: pathIn(textOf(answersIn(scripted.requests[1])[0])), folder, run, workspace };
  }

  it('is in the session’s folder, under the id of the call, for its owner only', async () => {
    const { path, folder } = await spillOf('line\n'.repeat(20_000));
    expect(path).toBe(join(folder, 'use_1.txt'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is called .json if it contains JSON', async () => {
    const json = JSON.stringify(Array.from({ length: 9_000 }, (_, n) => ({ n })));
    expect((await spillOf(json)).path).toMatch(/use_1\.json$/);
    expect((await spillOf(`${json} and more`)).path).toMatch(/use_1\.txt$/);
  });

  it('is never overwritten: a second call with the same id has its own file', async () => {
    const workspace = tempFolder();
    const scripted = model([{ calls: [{ name: 'Big', id: 'same' }] }, { calls: [{ name: 'Big', id: 'same' }] }, { text: 'ok' }]);
    let n = 0;
    await runAgent({ model: scripted, workspace, customTools: [reader('Big', () => String(++n).repeat(60_000))] });
    const paths = [1, 2].map((index) => pathIn(textOf(answersIn(scripted.requests[index])[0])));
    expect(paths.map((path) => readFileSync(path, 'utf8').slice(0, 1))).toEqual(['1', '2']);
  });

  it('may be read without a rule and without asking, in every mode', async () => {
    const inResults = defineTool({
      name: 'Peek',
      description: 'Reads a file.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      annotations: { readOnlyHint: true },
      access: ({ path }: { path?: unknown }) => [{ kind: 'read', path: String(path) }],
      call: (_, context) => `read ${context.permitted.length}`,
    });
    for (const mode of ['default', 'plan', 'dontAsk'] as const) {
      const scripted = model((request, index) => {
        if (index === 0) return { calls: [{ name: 'Big' }] };
        if (index > 1) return { text: 'ok' };
        return { calls: [{ name: 'Peek', input: { path: pathIn(textOf(answersIn(request)[0])) } }] };
      });
      const { result } = await runAgent({
        model: scripted,
        customTools: [reader('Big', () => 'x'.repeat(60_000)), inResults],
        permissions: { mode },
      });
      expect([textOf(answersIn(scripted.requests[2])[0]), result.denials]).toEqual(['read 1', []]);
    }
  });
});

describe('the files that a run leaves (CON-25)', () => {
  const files = (workspace: string) =>
    readdirSync(join(workspace, '.sessions'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name.replace(/^[0-9a-f-]{36}/, 'id'));

  it('are its transcript and the results that were too long', async () => {
    const { workspace } = await runAgent({ model: model([looks(1), { text: 'ok' }]), customTools: [look(() => 60_000)] });
    expect(files(workspace).sort()).toEqual(['id.jsonl', 'look_0.txt']);
  });

  it('are only the transcript without keepResults; long results are cut in the middle (RES-08, CON-24)', async () => {
    const workspace = tempFolder();
    const scripted = model([looks(1), { text: 'ok' }]);
    const plan = planFor(workspace, { sessions: { dir: join(workspace, '.sessions'), keepResults: false } });
    await runAgent({ plan, workspace, permissions: {}, model: scripted, customTools: [look(() => 120_000)] });
    expect(textOf(answersIn(scripted.requests[1])[0])).toMatch(/^x{50000}\n\n\.\.\. \(20000 of 120000 characters left out\)/);
    expect(files(workspace)).toEqual(['id.jsonl']);
  });
});

describe('long results', () => {
  it('cost no request to the model (RES-09)', async () => {
    const scripted = model([looks(6), { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [look(() => 60_000)] });
    expect(scripted.requests).toHaveLength(2);
  });

  it('are never empty: a tool without output is answered with a word (RES-07)', async () => {
    const scripted = model([looks(1), { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [look(() => 0)] });
    expect(textOf(answersIn(scripted.requests[1])[0])).toBe('(tool completed with no output)');
  });
});
