import { defineTool, isLoadoutError } from '@loadout/core';
import { assembleToolPool } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { readCall } from './read-call.js';

const tool = (name: string, inputSchema: Readonly<Record<string, 'string' | 'number'>>, aliases: readonly string[] = []) =>
  defineTool({ name, aliases, description: name, inputSchema, call: () => '' });
const pool = assembleToolPool({
  baseTools: [
    tool('Bash', { command: 'string' }),
    tool('Edit', { file_path: 'string', old_string: 'string', new_string: 'string' }),
    tool('Search', { text: 'string', limit: 'number' }, ['Find']),
    tool('Convert', { from: 'string', to: 'string' }),
  ],
});
const read = (text: string) => {
  try {
    return readCall(text, pool);
  } catch (error) {
    if (isLoadoutError(error)) return error.message;
    throw error;
  }
};

it('the text is for the field that the tool is about', () => {
  expect(read('Bash(npm test && curl x)')).toEqual({ tool: 'Bash', input: { command: 'npm test && curl x' } });
  expect(read('Bash(echo "(a)")')).toEqual({ tool: 'Bash', input: { command: 'echo "(a)"' } });
  expect(read('Edit(a.ts)')).toEqual({ tool: 'Edit', input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' } });
  expect(read('Find(cats)')).toEqual({ tool: 'Find', input: { text: 'cats' } });
});

it('JSON is the whole input, but a command may begin with a brace', () => {
  expect(read('Convert({"from":"km","to":"mi"})')).toEqual({ tool: 'Convert', input: { from: 'km', to: 'mi' } });
  expect(read('Bash({ echo a; })')).toEqual({ tool: 'Bash', input: { command: '{ echo a; }' } });
});

it('an unknown tool is left to the call itself, which names those that there are', () => {
  expect(read('Bsh(ls)')).toEqual({ tool: 'Bsh', input: {} });
});

it('what cannot be read says why', () => {
  expect(read('npm test')).toBe('The call "npm test" cannot be read: it is not of the form Tool(text).');
  expect(read('Convert(km)')).toContain('a text could belong to several fields of Convert, or to none; give its input as JSON');
  expect(read('Convert({"from":})')).toContain('the text in the braces is not JSON');
});
