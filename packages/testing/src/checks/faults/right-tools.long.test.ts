import { spawn, spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, definePlugin, permittedPath } from '@loadout/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../../call-tool.js';
import { pngOf } from '../../png-of.js';
import { pluginChecks } from '../plugin-checks.js';
import type { ToolCases } from '../tool-cases.js';
import { toolChecks } from '../tool-checks.js';
import { type Context, cases, probe } from './fault.fixture.js';

const server = createServer((_, response) => response.end('hello'));
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function failuresOf(tool: object, own: Partial<ToolCases> = {}): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of toolChecks({ ...probe, ...tool } as AnyTool, {
    ...cases,
    abortGraceMs: 5_000,
    limitMs: 30_000,
    ...own,
  }))
    await run().catch((error: Error) => failed.push(`${name} | ${error.message}`));
  return failed;
}

const write = (_: unknown, { cwd }: Context) => [{ kind: 'write', path: join(cwd, 'out.txt') }];
const fetches = () => [{ kind: 'fetch', url }];

describe('the test kit finds nothing in a tool (GAP-F5)', () => {
  it.each<[string, object, Partial<ToolCases>]>([
    ['that reads what it was permitted', {}, {}],
    [
      'that starts the program of its access with the environment of its context',
      {
        access: () => [{ kind: 'run', text: 'true', words: ['true'] }],
        call: (_: unknown, { env }: Context) => String(spawnSync('true', { env }).status),
      },
      { touches: { exec: ['true'] } },
    ],
    [
      'that starts a program of its plugin, and ends it when it is aborted',
      {
        call: (_: unknown, { env, signal }: Context) =>
          new Promise((resolve) =>
            spawn('sleep', ['0.05'], { env, signal })
              .on('error', () => resolve('x'))
              .on('exit', () => resolve('x')),
          ),
      },
      { touches: { fs: 'read', exec: ['sleep'] } },
    ],
    [
      'that fetches what its access names',
      { access: fetches, call: async () => (await fetch(url)).text() },
      { touches: { net: true } },
    ],
    [
      'that asks over HTTP what its access names',
      {
        access: fetches,
        call: () => new Promise((resolve) => get(url, (answer) => answer.resume().on('end', () => resolve('x')))),
      },
      { touches: { net: ['127.0.0.1'] } },
    ],
    [
      'that writes a file whole, by another name first',
      {
        access: write,
        call(_: unknown, context: Context) {
          const path = permittedPath(context, 'write');
          writeFileSync(`${path}.tmp`, 'x');
          renameSync(`${path}.tmp`, path);
          return 'x';
        },
      },
      {},
    ],
    [
      'that uses a temporary folder of its own, and the folder of large results',
      {
        async call(_: unknown, { artifactDir }: Context) {
          const own = await mkdtemp(join(tmpdir(), 'loadout-own-'));
          await writeFile(join(own, 'a'), 'x');
          const text = await readFile(join(own, 'a'), 'utf8');
          await rm(own, { recursive: true });
          await writeFile(join(artifactDir, 'all.txt'), text);
          return text;
        },
      },
      {},
    ],
    [
      'that lifts its limit, waits and reads a variable that is declared',
      {
        async call(_: unknown, { signal }: Context) {
          const limit = setTimeout(() => {}, 60_000);
          await new Promise((resolve) => setTimeout(resolve, 5, undefined));
          clearTimeout(limit);
          return `${process.env.NOTES_REGION ?? 'none'} ${signal.aborted}`;
        },
      },
      { touches: { fs: 'read', env: ['NOTES_REGION'] }, valid: [{ input: { file: 'a.txt' } }] },
    ],
    [
      'that shows a picture',
      { call: () => ({ content: [{ type: 'image', data: pngOf(Buffer.from('x')).toString('base64'), mimeType: 'image/png' }] }) },
      {},
    ],
    [
      'that is idempotent and safe at once',
      {
        annotations: { idempotentHint: true },
        isConcurrencySafe: true,
        access: write,
        call: async (_: unknown, context: Context) => writeFile(permittedPath(context, 'write'), 'same').then(() => 'x'),
      },
      {},
    ],
    ['that answers otherwise each time', { isConcurrencySafe: true, call: () => String(Math.random()) }, {}],
    [
      'with the names of the reference architecture (GAP-F6)',
      {
        inputSchema: undefined,
        inputJSONSchema: probe.inputSchema,
        maxResultSizeChars: 1_000,
        isReadOnly: () => true,
        isEnabled: () => true,
        validateInput: ({ file }: { file: string }) => (file === 'no' ? { result: false, message: 'Not no.' } : { result: true }),
        call: async () => ({ data: { words: 2 } }),
        mapToolResultToToolResultBlockParam: ({ words }: { words: number }) => ({
          content: [{ type: 'text', text: `${words} words` }],
        }),
        outputSchema: { type: 'object', properties: { words: { type: 'number' } } },
      },
      { valid: [{ input: { file: 'a.txt' }, text: '2 words' }], invalid: [{ input: { file: 'no' }, refusal: /Not no\./ }] },
    ],
  ])('%s', async (_, tool, own) => {
    expect(await failuresOf(tool, own)).toEqual([]);
  });

  it('finds nothing in hooks that do what their plugin declares', async () => {
    const plugin = definePlugin({
      name: 'p',
      setup: () => ({
        hooks: {
          PreToolUse: {
            name: 'guard',
            matcher: 'Bash|Write',
            run: ({ tool_name }) =>
              tool_name === 'Bash'
                ? { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }
                : undefined,
          },
          PostToolUse: [() => ({ hookSpecificOutput: { additionalContext: 'x' } })],
          Stop: async () => void spawnSync('true', { env: {} }),
        },
      }),
    });
    const packageJson = {
      loadout: { api: 1, plugin: './dist/index.js', hooks: ['PreToolUse', 'PostToolUse', 'Stop'], touches: { exec: ['true'] } },
    };
    for (const { run } of pluginChecks(plugin, { packageJson })) await run();
  });
});

describe('a tool that never ends (GAP-F5)', () => {
  it.each([
    ['an answer that does not come', () => new Promise(() => {})],
    [
      'a loop',
      () => {
        for (;;);
      },
    ],
  ])('has one failure, and the other checks go on: %s', async (_, call) => {
    const failed = await failuresOf({ call, isConcurrencySafe: true, annotations: { idempotentHint: true } }, { limitMs: 100 });
    expect(failed).toEqual([expect.stringMatching(/^comes to an end.*call has not ended after 100 ms/)]);
  });

  it('has one failure in a plugin too', async () => {
    const plugin = definePlugin({
      name: 'p',
      setup: () => ({ tools: [{ ...probe, call: () => new Promise<never>(() => {}) }] }),
    });
    const failed: string[] = [];
    const checks = pluginChecks(plugin, { tools: { Probe: { ...cases, limitMs: 100 } } });
    for (const { name, run } of checks) await run().catch(() => failed.push(name));
    expect(failed).toEqual([expect.stringContaining('has a tool Probe that comes to an end')]);
  });
});

describe('callTool (GAP-F6)', () => {
  it('reads the names of the reference architecture as a run does', async () => {
    const tool = {
      ...probe,
      validateInput: ({ file }: { file: string }) => ({ result: file !== 'no', message: 'Not no.' }),
      call: () => ({ data: { words: 2 } }),
      mapToolResultToToolResultBlockParam: (data: { words: number }) => ({ content: `${data.words} words` }),
    } as unknown as AnyTool;
    expect(await callTool(tool, { file: 'a' })).toMatchObject({
      content: '2 words',
      structuredContent: { words: 2 },
      isError: false,
    });
    expect(await callTool(tool, { file: 'no' })).toMatchObject({ content: 'Not no.', isError: true });
    const failing = { ...probe, call: () => ({ content: 'No.', is_error: true }) } as unknown as AnyTool;
    expect(await callTool(failing, { file: 'a' })).toMatchObject({ content: 'No.', isError: true });
  });
});
