import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';
import { growthOf } from './testing/fresh-process.js';

const MIB = 1024 ** 2;

describe('the output of a command', () => {
  it('is given as it is up to 2 MiB, and how it goes is reported', async () => {
    const bench = await setUp();
    const { structured } = await bench.call({ command: 'yes 0123456789abcde | head -c 2097152' });
    expect((structured.stdout as string).length).toBe(2 * MIB);
    expect(bench.reported.length).toBeGreaterThan(0);
    expect(bench.reported.length).toBeLessThan(100);
  });

  it('beyond that is its beginning and its end, with the whole in a file that the first line names (TOOL-BASH-07)', async () => {
    const bench = await setUp();
    const { content, structured } = await bench.call({ command: 'seq 1 600000; exit 3' });
    const [first = '', second = ''] = content.split('\n');
    expect(first).toBe('Exit code 3');
    const path = /the whole output is in ([^)]+)\)/.exec(second)?.[1] ?? '';
    expect(path.startsWith(bench.context.artifactDir)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(Array.from({ length: 600_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(structured.stdout).toMatch(/^1\n2\n/);
    expect(structured.stdout).toMatch(/\n600000\n$/);
  });

  it('has a limit in characters, above which the caller of the tool saves it to a file (TOOL-BASH-07)', async () => {
    expect((await setUp()).tool.maxResultChars).toBe(30_000);
  });

  it('is bounded on disk too, and the first line says how far the file goes', async () => {
    const bench = await setUp();
    const { structured, content } = await bench.call({ command: 'yes 0123456789abcde | head -c 67108865' });
    expect(content.slice(0, content.indexOf('\n'))).toMatch(
      /^\(65011713 of 67108865 bytes left out; the whole output is in \S+ \(its first 64 MiB\)\)$/,
    );
    expect((structured.stdout as string).length).toBeLessThan(2.1 * MIB);
  });

  it.each([
    ['endless output', 'exec yes', 2000],
    ['2 GiB of output', 'head -c 2147483648 /dev/zero', 60_000],
    ['1 GiB in one line', 'head -c 1073741824 /dev/zero | tr "\\0" x', 60_000],
    ['endless errors', 'exec yes >&2', 2000],
  ])(
    '%s makes the process grow by no more than 64 MiB',
    async (_, command, timeout) => {
      expect(await growthOf({ command, timeout })).toBeLessThan(64);
    },
    90_000,
  );

  it('of a background command is bounded the same way (TOOL-BGOUT-04)', async () => {
    expect(await growthOf({ command: 'exec yes', run_in_background: true }, { seconds: 2 })).toBeLessThan(64);
  });
});
