import { expect, it } from 'vitest';
import { loadScript } from './load-script.js';

const { kitProblems } = await loadScript<{ kitProblems(file: string, source: string): string[] }>('check-kits.mjs');

const top = 'const open = [];\nafterEach(() => {\n  open.splice(0);\n});\n';

it.each(['tests/serve.test-kit.ts', 'packages/mcp/src/testing/servers.ts', 'tests/lib/loadout.ts', 'tests/trust/traps.ts'])(
  'a hook at the top of %s is refused with its line',
  (file) => {
    expect(kitProblems(file, top)).toEqual([
      `${file}:2: afterEach at the top of a shared file runs for the first test file alone.`,
    ]);
  },
);

it('a hook is accepted inside a function of a shared file, and at the top of a test', () => {
  expect(kitProblems('tests/a.test-kit.ts', 'export function open() {\n  afterAll(() => {});\n}\n')).toEqual([]);
  expect(kitProblems('tests/a.test.ts', top)).toEqual([]);
});

it('a wait that gives up after a second is refused in every file', () => {
  const call = 'waitUntil';
  const source = `await expect.poll(look).toBe(1);\nawait vi.${call}(look);\n`;
  expect(kitProblems('tests/a.test.ts', source)).toEqual(['tests/a.test.ts:2: vi.waitUntil gives up after a second.']);
});
