import type { ToolResult } from '@loadout/core';
import type { SettledCall } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { toolUseResult } from './tool-use-result.js';

const text = (words: string) => ({ type: 'text' as const, text: words });
const call = (name: string, result: Partial<ToolResult>): SettledCall => ({
  id: 't',
  name,
  outcome: 'done',
  result: { toolUseId: 't', content: 'said', typedContent: [text('said')], isError: false, ...result } as ToolResult,
  block: { type: 'tool_result', tool_use_id: 't', content: 'said' },
  input: {},
  durationMs: 1,
});

describe('the structured result for programs (DEF-24)', () => {
  it.each<[string, string, Partial<ToolResult>, unknown]>([
    ['a tool without data is its words', 'Note', {}, 'said'],
    [
      'one with blocks that are no words is its blocks',
      'Read',
      { typedContent: [text('a'), { type: 'image' } as never] },
      [text('a'), { type: 'image' }],
    ],
    ['a tool of a server is its blocks, also where it is one text', 'mcp__demo__greet', {}, [text('said')]],
    ['a tool with data is that', 'Grep', { structuredContent: { numFiles: 2 } }, { numFiles: 2 }],
    ['a failure is its text', 'Bash', { isError: true, structuredContent: { stdout: '' } }, 'Error: said'],
    [
      'a command has the fields that its programs look for',
      'Bash',
      { structuredContent: { stdout: 'a', stderr: '', interrupted: false } },
      { stdout: 'a', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    ],
    [
      'so has a file that was written',
      'Write',
      { structuredContent: { type: 'create' } },
      { type: 'create', userModified: false },
    ],
  ])('of %s', (_, name, result, expected) => {
    expect(toolUseResult(call(name, result))).toEqual(expected);
  });
});
