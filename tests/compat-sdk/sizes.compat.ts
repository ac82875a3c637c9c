import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SDKMessage } from '@loadout/sdk';
import { pngOf } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultsIn } from './lib/requests.js';
import { bin, officialSdk, ownSdk, sdks } from './lib/sdks.js';
import { folder, world } from './lib/world.js';

const MEBIBYTE = 1024 * 1024;

/** A command that records the engine's output and passes it on. */
function recorded(): { readonly path: string; readonly lines: () => readonly string[] } {
  const home = folder();
  const path = join(home, 'recorded.sh');
  writeFileSync(path, `#!/bin/bash\nset -o pipefail\n"${process.execPath}" "${bin}" "$@" | tee "${home}/said"\n`);
  chmodSync(path, 0o755);
  return { path, lines: () => readFileSync(join(home, 'said'), 'utf8').trimEnd().split('\n') };
}

describe(officialSdk.name, () => {
  it('every line stays below a mebibyte, whatever tools say, and is one JSON object (CTRL-01)', async () => {
    const { path, lines } = recorded();
    const big = officialSdk.createSdkMcpServer({
      name: 'big',
      tools: [
        officialSdk.tool('text', 'Says much', {}, async () => ({ content: [{ type: 'text', text: 'ä'.repeat(2 * MEBIBYTE) }] })),
        officialSdk.tool('data', 'Gives much', {}, async () => ({
          content: [{ type: 'text', text: 'see data' }],
          structuredContent: { rows: Array.from({ length: 100_000 }, (_, at) => ({ at, name: `row ${at}` })) },
        })),
        officialSdk.tool('image', 'Shows', {}, async () => ({
          content: [{ type: 'image', data: pngOf(Buffer.alloc(1.5 * MEBIBYTE)).toString('base64'), mimeType: 'image/png' }],
        })),
      ],
    });
    const tools = [
      { name: 'Bash', input: { command: `head -c ${3 * MEBIBYTE} /dev/zero | tr '\\0' x` }, id: 'toolu_bash' },
      { name: 'mcp__big__text', input: {}, id: 'toolu_text' },
      { name: 'mcp__big__data', input: {}, id: 'toolu_data' },
      { name: 'mcp__big__image', input: {}, id: 'toolu_image' },
    ];
    const { api, ask } = await world([{ tools }, { text: 'y'.repeat(MEBIBYTE) }]);
    const { result, messages, thrown } = await ask(officialSdk, 'go', {
      mcpServers: { big },
      allowedTools: ['Bash', 'mcp__big'],
      includePartialMessages: true,
      pathToClaudeCodeExecutable: path,
    } as object);
    expect(thrown).toBeUndefined();
    expect(result.subtype).toBe('success');
    expect(messages.filter(({ type }) => type === 'user')).toHaveLength(4);
    for (const line of lines()) {
      expect(Buffer.byteLength(line)).toBeLessThan(MEBIBYTE);
      expect(JSON.parse(line)).toEqual(expect.objectContaining({ type: expect.any(String) }));
    }
    expect(Object.keys(resultsIn(api.requests[1]))).toHaveLength(4);
    expect(resultsIn(api.requests[1]).toolu_bash?.length).toBeLessThan(60_000);
  });
});

describe.each(sdks)('$name', (sdk) => {
  it('a prompt with a picture goes to the model as it is (LOOP-01)', async () => {
    const { api, talk } = await world([{ text: 'A dot.' }]);
    const program = talk(sdk);
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: pngOf(Buffer.alloc(16)).toString('base64') },
    };
    program.say('', { message: { role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] } });
    await program.result();
    await program.end();
    expect(api.requests[0]?.body.messages[0]?.content).toEqual(expect.arrayContaining([expect.objectContaining(image)]));
  });

  it('what is too long for the model can be read from where it was put (RES-03)', async () => {
    const big = sdk.createSdkMcpServer({
      name: 'big',
      tools: [
        sdk.tool('text', 'Says much', {}, async () => ({ content: [{ type: 'text', text: `${'x'.repeat(200_000)} the end` }] })),
      ],
    });
    const { api, ask } = await world((request, index) => {
      if (index === 0) return { tools: [{ name: 'mcp__big__text', input: {}, id: 'toolu_t' }] };
      if (index > 1) return { text: 'Done.' };
      const [path] = /\/[^\s"<>]+toolu_t[^\s"<>]*/.exec(resultsIn(request).toolu_t ?? '') ?? [''];
      return { tools: [{ name: 'Grep', input: { pattern: 'the end', path, output_mode: 'count' }, id: 'toolu_g' }] };
    });
    await ask(sdk, 'go', { mcpServers: { big }, allowedTools: ['mcp__big'] });
    expect(resultsIn(api.requests[1]).toolu_t?.length).toBeLessThan(60_000);
    expect(resultsIn(api.requests[2]).toolu_g).toContain('1');
  });
});

describe('many at once', () => {
  const program = async (sdk: typeof ownSdk, made: Awaited<ReturnType<typeof world>>, at: number) => {
    const demo = sdk.createSdkMcpServer({
      name: 'demo',
      tools: [
        sdk.tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
          content: [{ type: 'text', text: `Hello ${name} from ${at}` }],
        })),
      ],
    });
    return made.ask(sdk, `I am number ${at}`, {
      mcpServers: { demo },
      settingSources: [],
      canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }),
    });
  };
  const replying = (request: { body: { messages: readonly { content: readonly unknown[] }[] } }) => {
    const whole = JSON.stringify(request.body.messages);
    const [, at = ''] = /I am number (\d+)/.exec(whole) ?? [];
    const [, from] = /Hello Alice from (\d+)/.exec(whole) ?? [];
    if (from !== undefined) return { text: `${at} heard ${from}` };
    return { tools: [{ name: 'mcp__demo__greet', input: { name: 'Alice' }, id: `toolu_${at}` }] };
  };
  const expected = (count: number) => Array.from({ length: count }, (_, at) => `${at} heard ${at}`);
  const textOf = ({ result }: { result: SDKMessage }) => ('result' in result ? result.result : undefined);

  it('a hundred queries in one process each hear their own tools (Done-when 1)', async () => {
    const made = await world(replying);
    const all = await Promise.all(Array.from({ length: 100 }, (_, at) => program(ownSdk, made, at)));
    expect(all.map(textOf)).toEqual(expected(100));
    expect(new Set(all.map(({ result }) => result.session_id)).size).toBe(100);
    expect(made.api.requests).toHaveLength(200);
  });

  it('twenty queries of the official SDK at once each hear their own tools (Done-when 1)', async () => {
    const made = await world(replying);
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => program(officialSdk, made, at)));
    expect(all.map(textOf)).toEqual(expected(20));
    expect(made.api.requests).toHaveLength(40);
  });
});
