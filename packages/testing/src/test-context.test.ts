import { existsSync } from 'node:fs';
import { BackgroundTasks, defineService, defineTool, WorkingDirectory } from '@loadout/core';
import { afterEach, describe, expect, it } from 'vitest';
import { callTool } from './call-tool.js';
import { testContext } from './test-context.js';

const Store = defineService<{ n: number }>('Store');
const context = testContext({ services: [[Store, { n: 1 }]] });
afterEach(() => context.dispose());

describe('a test context', () => {
  it('has a folder of its own, services, and a record of what a tool did', () => {
    const own = testContext({ services: [[Store, { n: 1 }]], sessionId: 's' });
    own.progress('half');
    own.emit({ type: 'ToolListChanged' });
    own.get(WorkingDirectory).set('/elsewhere');
    expect([own.get(Store).n, own.sessionId, own.cwd]).toEqual([1, 's', '/elsewhere']);
    expect([own.roots, own.progressed, own.emitted]).toEqual([[own.dir], ['half'], [{ type: 'ToolListChanged' }]]);
    expect(() => testContext().get(Store)).toThrow('Store not available');
    own.abort();
    expect(own.signal.aborted).toBe(true);
    own.dispose();
    expect(existsSync(own.dir)).toBe(false);
  });

  it('stops what still runs in the background when it ends', async () => {
    const own = testContext();
    let stopped = 0;
    own.get(BackgroundTasks).start('shell', (id) => ({
      id,
      type: 'shell',
      title: 'sleep',
      status: () => ({ state: 'running' }),
      read: () => '',
      ended: Promise.resolve(),
      stop: async () => void stopped++,
    }));
    await own.dispose();
    expect(stopped).toBe(1);
  });
});

describe('callTool', () => {
  const tool = defineTool({
    name: 'Half',
    description: 'Halves.',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const,
    outputSchema: { type: 'object', properties: { half: { type: 'integer' } } },
    validateInput: ({ n }) => (n < 0 ? 'n is negative' : undefined),
    call: ({ n }) => {
      if (n === 13) throw new Error('unlucky');
      return { content: String(n / 2), structuredContent: { half: n / 2 } };
    },
  });

  it.each([
    [{ n: 4 }, false, '2'],
    [{ n: '4' }, true, 'Invalid arguments for tool Half: /n must be number, is string'],
    [{ n: -1 }, true, 'n is negative'],
    [{ n: 13 }, true, 'unlucky'],
    [{ n: 1 }, true, 'does not match its output schema: /half must be integer'],
  ])('turns %j into a result (ERR-01)', async (input, isError, text) => {
    const result = await callTool(tool, input);
    expect([result.isError, result.content]).toEqual([isError, expect.stringContaining(text)]);
  });
});
