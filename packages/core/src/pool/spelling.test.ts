import { describe, expect, it } from 'vitest';
import { makeWorld } from '../call/environment.test-kit.js';
import { defineTool } from '../define/define-tool.js';
import { spelling } from './assemble.js';

const spell = spelling({ properties: { file_path: {}, limit: {}, maxTurns: {}, max_turns: {} } }, { path: 'file_path' });

describe('a parameter may be spelled in more than one way (DEF-26)', () => {
  it.each([
    [{ filePath: 'a' }, { file_path: 'a' }],
    [
      { path: 'a', limit: 3 },
      { file_path: 'a', limit: 3 },
    ],
    [{ filePath: 'a', file_path: 'a' }, { file_path: 'a' }],
    [
      { maxTurns: 1, max_turns: 2 },
      { maxTurns: 1, max_turns: 2 },
    ],
    [{ unknownName: 1 }, { unknownName: 1 }],
    [['filePath'], ['filePath']],
    [null, null],
  ])('%j is %j', (input, expected) => expect(spell(input)).toEqual({ ok: true, value: expected }));

  it('two spellings with different values are an error that names them', () => {
    expect(spell({ filePath: 'a', file_path: 'b' })).toEqual({
      ok: false,
      issues: [{ path: '/file_path', message: 'is given twice with different values: file_path, filePath, path are one' }],
    });
  });

  it('no key reaches the prototype', () => {
    const result = spell(JSON.parse('{"__proto__": {"x": 1}, "filePath": "a"}'));
    expect(Object.keys((result as { value: object }).value)).toEqual(['__proto__', 'file_path']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('a hook sees the name in the schema, whatever the model wrote', async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'Look',
      description: 'For a test.',
      inputSchema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
      inputAliases: { path: 'file_path' },
      call: (input) => input.file_path,
    });
    const world = makeWorld({
      tools: [tool],
      allow: ['Look'],
      hooks: {
        PreToolUse: [
          (input) => {
            seen.push(input.tool_input);
            return {};
          },
        ],
      },
    });
    for (const input of [{ filePath: 'a' }, { path: 'a' }, { file_path: 'a' }])
      expect((await world.call('Look', input)).result.content).toBe('a');
    expect(seen).toEqual([{ file_path: 'a' }, { file_path: 'a' }, { file_path: 'a' }]);
  });
});
