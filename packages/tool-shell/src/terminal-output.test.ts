import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUp } from './testing/context.js';

it.each([
  ["for i in $(seq 1 1000); do printf '\\rDownloading %s/1000' $i; done", 'Downloading 1000/1000'],
  ["printf '\\033[32mok\\033[39m test\\n'", 'ok test'],
  ["printf '\\033]0;title\\007done\\n'", 'done'],
  ["printf '\\033[31mbad\\033[0m\\n' >&2", 'bad'],
])('the model reads what a person sees at the end of %s (GAP-B2)', async (command, expected) => {
  expect((await (await setUp()).call({ command })).content).toBe(expected);
});

it('the file with the whole output keeps the bytes, and no cursor reaches over what is left out (GAP-B2)', async () => {
  const bench = await setUp();
  const command = "printf '\\033[32mfirst\\033[0m\\n'; seq 1 400000; printf '\\033[1Alast\\n'";
  const { content, structured } = await bench.call({ command });
  const path = /the whole output is in ([^)]+)\)/.exec(content)?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toMatch(/^\u001b\[32mfirst\u001b\[0m\n1\n/);
  expect(structured.stdout).toMatch(/^first\n1\n.*\n\.\.\. \[\d+ of \d+ bytes left out.*\nlast00\n$/s);
});

it('a command with Windows line ends does what it does with line feeds (GAP-B2)', async () => {
  const bench = await setUp();
  const { isError } = await bench.call({ command: "cat <<'EOF' > out.txt\r\none\r\ntwo\r\nEOF\r\necho done > end.txt\r\n" });
  expect(isError).toBe(false);
  expect(readdirSync(bench.context.cwd).toSorted()).toEqual(['end.txt', 'out.txt']);
  expect(readFileSync(join(bench.context.cwd, 'out.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(existsSync(join(bench.context.cwd, 'out.txt\r'))).toBe(false);
});
