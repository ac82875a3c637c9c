import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool, type HookSet } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { openLab } from '../lab.test-kit.js';
import { toolkit } from './toolkit.js';
import type { ToolkitOptions } from './toolkit-options.js';

const only = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('The list is empty.');
  return one;
};

describe('a toolkit', () => {
  it('runs a call that a rule allows, and writes it to the journal of its session', async () => {
    const { kit, folder } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    expect(await kit.call({ name: 'lab__stamp', input: { what: 'a' } })).toEqual({
      text: 'Stamped a.',
      isError: false,
      outcome: 'done',
      content: [{ type: 'text', text: 'Stamped a.' }],
    });
    await kit.close();
    const files = readdirSync(folder, { recursive: true }).map(String);
    const journal = only(files.filter((file) => file.includes(kit.sessionId) && file.endsWith('.jsonl')));
    expect(readFileSync(join(folder, journal), 'utf8')).toContain('lab__stamp');
  });

  it('denies a call that nobody can be asked about, with the reason and the rule that would allow it', async () => {
    const { kit, ran } = await openLab();
    const result = await kit.call({ name: 'lab__stamp', input: { what: 'a' } });
    expect(result).toMatchObject({ isError: true, outcome: 'denied' });
    expect(result.text).toMatch(/Nobody is there to ask[\s\S]*lab__stamp/);
    expect(ran).toEqual([]);
  });

  it('asks the program that passes ask, with the final input', async () => {
    const asked: unknown[] = [];
    const { kit } = await openLab({
      ask: ({ input }) => {
        asked.push(input);
        return { behavior: 'allow' };
      },
    });
    expect(await kit.call({ name: 'lab__stamp', input: { what: 'a' } })).toMatchObject({ isError: false });
    expect(asked).toEqual([{ what: 'a' }]);
  });

  it('tells what is wrong with an input, and which tool a misspelt name means', async () => {
    const { kit } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    expect(await kit.call({ name: 'lab__stamp', input: {} })).toMatchObject({
      outcome: 'refused',
      text: expect.stringContaining('what'),
    });
    expect(await kit.call({ name: 'lab__stamp', input: 'no object' })).toMatchObject({ outcome: 'refused' });
    expect(await kit.call({ name: 'lab__stmp', input: {} })).toMatchObject({
      outcome: 'refused',
      text: expect.stringContaining('lab__stamp'),
    });
  });

  it('runs calls of the host at once or one by one, as the tools allow', async () => {
    const order: string[] = [];
    const tool = (name: string, isSafe: boolean) =>
      defineTool({
        name,
        description: 'Works.',
        annotations: { readOnlyHint: isSafe },
        isConcurrencySafe: isSafe,
        call: async () => {
          order.push(`${name} starts`);
          await new Promise(setImmediate);
          await new Promise(setImmediate);
          order.push(`${name} ends`);
          return 'ok';
        },
      });
    const { kit } = await openLab({ permissions: { allow: ['lab__write', 'lab__read'] } }, [
      tool('write', false),
      tool('read', true),
    ]);
    const call = (name: string) => kit.call({ name: `lab__${name}`, input: {} });
    await Promise.all([call('write'), call('write'), call('read'), call('read')]);
    expect(order.slice(0, 4)).toEqual(['write starts', 'write ends', 'write starts', 'write ends']);
    expect(order.slice(4, 6)).toEqual(['read starts', 'read starts']);
  });

  it('fires the hooks of a call once', async () => {
    const fired: string[] = [];
    const hooks: HookSet = { PreToolUse: () => void fired.push('before'), PostToolUse: () => void fired.push('after') };
    const { kit } = await openLab({ hooks, permissions: { ask: ['lab__stamp'] } });
    const stamp = kit.standard().find(({ name }) => name === 'lab__stamp');
    const input = { what: 'a' };
    expect(await stamp?.needsApproval(input, { id: 'one' })).toBe(true);
    expect(fired).toEqual([]);
    expect(await stamp?.execute(input, { id: 'one' })).toMatchObject({ isError: false });
    expect(fired).toEqual(['before', 'after']);
  });

  it('answers with an error after it was closed, and closes once', async () => {
    const { kit } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    await kit.close();
    await kit.close();
    expect(await kit.call({ name: 'lab__stamp', input: { what: 'a' } })).toMatchObject({ isError: true, outcome: 'interrupted' });
  });

  it('disposes the plugins when it is closed, and when its session cannot begin', async () => {
    const disposed: string[] = [];
    const tools = [defineTool({ name: 'one', description: 'One.', call: () => '1' })];
    const plugin = definePlugin({ name: 'lab', setup: () => ({ tools, dispose: () => void disposed.push('lab') }) });
    const { kit } = await openLab({ plugins: { lab: plugin } });
    await kit.close();
    expect(disposed).toHaveLength(1);
    const hooks: HookSet = { SessionStart: () => ({ continue: false, stopReason: 'not today' }) };
    await expect(openLab({ plugins: { lab: plugin }, hooks })).rejects.toThrow('not today');
    expect(disposed).toHaveLength(2);
  });
});

describe('the pictures of a result (GAP-F9)', () => {
  const [picture, pdf] = [Buffer.from('a picture'), Buffer.from('a document')].map((bytes) => bytes.toString('base64')) as [
    string,
    string,
  ];
  const draw = defineTool({
    name: 'draw',
    description: 'Draws.',
    call: () => ({
      content: [
        { type: 'text', text: 'Drawn: ' },
        { type: 'image', data: picture, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'data:', mimeType: 'application/pdf', blob: pdf } },
      ],
    }),
  });
  const drawn = async (options: Partial<ToolkitOptions>) => {
    const { kit } = await openLab({ permissions: { allow: ['lab__draw'] }, ...options }, [draw]);
    const result = await kit.call({ name: 'lab__draw', input: {} });
    const tools = kit.aiSdk();
    return { ...result, output: tools.lab__draw?.toModelOutput({ output: result }) };
  };

  it('go to the host as data, unless the program says otherwise', async () => {
    for (const options of [{}, { images: 'data' } as const]) {
      const { text, output } = await drawn(options);
      expect([text, output?.type, JSON.stringify(output)]).toEqual(['Drawn: ', 'content', expect.stringContaining(picture)]);
    }
  });

  it('are notes, of which no byte reaches the host', async () => {
    const { text, content, output } = await drawn({ images: 'note' });
    expect(text).toBe('Drawn: [Image image/png, 1 KB, not shown][Document application/pdf, 1 KB, not shown]');
    expect(output).toEqual({ type: 'text', value: text });
    expect(JSON.stringify(content)).not.toContain(picture);
  });

  it('are files of the session, which no other user may read', async () => {
    const { text, output } = await drawn({ images: 'file' });
    const [image = '', document = ''] = [...text.matchAll(/saved to file: ([^\]]+)\]/g)].map(([, path]) => path);
    expect(output).toEqual({ type: 'text', value: text });
    expect([image.endsWith('.png'), document.endsWith('.pdf')]).toEqual([true, true]);
    expect([readFileSync(image, 'utf8'), readFileSync(document, 'utf8')]).toEqual(['a picture', 'a document']);
    expect(statSync(image).mode & 0o777).toBe(0o600);
  });
});

describe('the options of toolkit()', () => {
  const plugin = (name: string) =>
    definePlugin({ name, setup: () => ({ tools: [defineTool({ name: 'one', description: 'One.', call: () => '1' })] }) });

  it('mount a plugin under the last part of its name, or under the key of the map', async () => {
    const named = await openLab({ plugins: [plugin('@acme/loadout-plugin-crm')] });
    expect(named.kit.standard().map(({ name }) => name)).toContain('crm__one');
    const mapped = await openLab({ plugins: { sales: plugin('crm') } });
    expect(mapped.kit.standard().map(({ name }) => name)).toContain('sales__one');
  });

  it('read plugins, rules and hooks of a configuration, with the file and line in a denial', async () => {
    const { kit, folder } = await openLab();
    await kit.close();
    const config =
      "plugins: { fs: { use: '@loadout/tool-fs' } }\nagents: { main: { instructions: x, tools: [Read], limits: { usd: 1 } } }\npermissions:\n  deny: ['Read(.env)']\n";
    writeFileSync(join(folder, 'agent.config.yaml'), config);
    writeFileSync(join(folder, '.env'), 'KEY=1');
    const { kit: read } = await openLab({ cwd: folder, plugins: [], config: 'agent.config.yaml' });
    expect(read.standard().map(({ name }) => name)).toEqual(['Read']);
    const result = await read.call({ name: 'Read', input: { file_path: '.env' } });
    expect(result).toMatchObject({ outcome: 'denied', text: expect.stringContaining('agent.config.yaml:4') });
  });

  it.each([
    [{ plugins: [plugin('a'), plugin('b/a')] }, 'two plugins are named a'],
    [{ agent: 'main' }, 'there is no config'],
    [{ plugins: [] }, 'there are no plugins'],
    [{ plugins: 'fs' }, 'plugins has 0: "f", which is not a plugin'],
    [{ plugins: [{ name: 'fs' }] }, 'plugins has {"name":"fs"}, which is not a plugin'],
    [{ plugins: { fs: { plugin: undefined } } }, 'plugins has fs: {}, which is not a plugin'],
    [{ plugin: [plugin('a')] }, 'there is no option plugin'],
    [{ plugins: [plugin('a')], cwd: '/no/such/folder' }, 'cwd is "/no/such/folder", which is not a folder'],
    [{ plugins: [plugin('a')], images: 'text' }, 'images is "text"'],
    [{ config: 'nothing.yaml' }, 'There is no configuration file'],
  ])('are refused with what is wrong (%#)', async (options, problem) => {
    await expect(toolkit(options as ToolkitOptions)).rejects.toThrow(problem);
  });

  it('name the package that an adapter needs and the command that installs it', async () => {
    const { kit } = await openLab();
    await expect(kit.langchain()).rejects.toMatchObject({ code: 'ADAPTER_PEER_MISSING', fix: 'npm install @langchain/core' });
    await expect(kit.mastra()).rejects.toMatchObject({ code: 'ADAPTER_PEER_MISSING', fix: 'npm install @mastra/core' });
  });

  it('leave nothing behind in the folder of the program', async () => {
    const { kit, folder } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    await kit.call({ name: 'lab__stamp', input: { what: 'a' } });
    await kit.close();
    expect(existsSync(join(folder, '.loadout'))).toBe(false);
  });
});
