import type { Message } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { writtenFiles } from './written-files.js';

it('the changes are those of calls that did not fail, whatever else a model has sent as an input', () => {
  const call = (id: string, name: string, input: unknown) => ({ type: 'tool_use' as const, id, name, input });
  const messages = [
    {
      role: 'assistant',
      content: [
        call('1', 'Write', { file_path: 'a.txt', content: 'new' }),
        call('2', 'Edit', { file_path: 'b.txt', old_string: 'x', new_string: 'y' }),
        call('3', 'Edit', null),
        call('4', 'Write', { file_path: 'c.txt', content: 'no' }),
        call('5', 'Bash', { command: 'ls' }),
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '4', content: 'Denied.', is_error: true }] },
  ] as unknown as readonly Message[];
  expect(writtenFiles(messages)).toEqual([
    { tool: 'Write', path: 'a.txt', after: 'new' },
    { tool: 'Edit', path: 'b.txt', before: 'x', after: 'y' },
  ]);
});
