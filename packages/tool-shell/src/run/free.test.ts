import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { free } from './free.js';

const canFree = 'transfer' in ArrayBuffer.prototype;

it('frees the memory of a chunk at once, where the runtime can', () => {
  const chunk = Buffer.allocUnsafeSlow(64 * 1024);
  free(chunk);
  expect(chunk.length).toBe(canFree ? 0 : 64 * 1024);
});

it('leaves alone a chunk that shares its memory', () => {
  const memory = Buffer.from('the first and the second');
  const [first, second] = [memory.subarray(0, 9), memory.subarray(14)];
  free(first);
  expect([first.toString(), second.toString()]).toEqual(['the first', 'the second']);
});

it('frees each chunk of a pipe, and the next one holds what the process wrote', async () => {
  const program = 'for (let line = 0; line < 200_000; line++) console.log(`line ${line}`)';
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const expected = Array.from({ length: 200_000 }, (_, line) => `line ${line}\n`).join('');
  let text = '';
  const left: number[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    free(chunk);
    left.push(chunk.length);
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(text === expected).toBe(true);
  expect(Math.max(...left) === 0).toBe(canFree);
});
