import { expect, it } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { readPrompt } from './read-prompt.js';

const read = (prompt: string | undefined, options: { hasOwn?: boolean; stdin?: string; stdinIsTerminal?: boolean } = {}) =>
  readPrompt(prompt, { io: memoryIo(options).io, hasOwn: options.hasOwn ?? false });

it('a prompt that is given is the prompt, whatever stands on standard input', async () => {
  expect(await read('Go.', { stdin: 'other' })).toBe('Go.');
});

it('- reads standard input, also when the agent has a prompt of its own', async () => {
  expect(await read('-', { stdin: 'Go.\n', hasOwn: true })).toBe('Go.');
});

it('no prompt reads standard input only when nothing else is there to say', async () => {
  expect(await read(undefined, { stdin: 'Go.\n' })).toBe('Go.');
  expect(await read(undefined, { stdin: 'Go.\n', hasOwn: true })).toBeUndefined();
  expect(await read(undefined, { stdin: 'Go.\n', stdinIsTerminal: true })).toBeUndefined();
});

it('blanks are no prompt', async () => {
  expect(await read(undefined, { stdin: ' \n' })).toBeUndefined();
  expect(await read('  ')).toBeUndefined();
});

it('an input without an end is an error, before it takes all memory', async () => {
  let pieces = 0;
  async function* endless() {
    for (;;) {
      pieces += 1;
      yield Buffer.alloc(1024 * 1024, 'x');
    }
  }
  const io = { stdin: endless() };
  await expect(readPrompt('-', { io, hasOwn: false })).rejects.toMatchObject({ code: 'USAGE_PROMPT_LARGE' });
  expect(pieces).toBeLessThan(100);
});
