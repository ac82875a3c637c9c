import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../cli/src/arguments/definitions.js';
import { parseArguments } from '../../cli/src/arguments/parse-arguments.js';
import { execute } from '../../cli/src/commands/check.js';
import { memoryIo } from '../../cli/src/testing/memory-io.js';

async function checked(test: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-check-tests-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'agent.config.yaml'), `agents: { a: { instructions: Work. } }\ntests:\n  - ${test}\n`);
  const env = { LOADOUT_STATE_DIR: join(folder, 'state'), HOME: folder, ANTHROPIC_API_KEY: 'sk-none', NO_COLOR: '1' };
  const { io, written } = memoryIo({ cwd: folder, env });
  return { code: await execute(parseArguments(check, []), io), ...written() };
}

const DONE = 'model: { script: [{ text: a }] }, expect: { outcome: done }';

it('check reads the tests too, and shows the line of a mistake', async () => {
  const { code, out } = await checked(`{ name: t, ${DONE.replace('outcome', 'outcom')} }`);
  expect([code, out]).toEqual([2, expect.stringContaining('outcom: done')]);
  expect(out).toMatch(/agent\.config\.yaml:3:\d+/);
});

it('check names a test of an agent that does not exist, also in a table', async () => {
  expect((await checked(`{ name: t, agent: b, ${DONE} }`)).out).toContain('There is no agent "b"');
  expect((await checked('{ name: t, permissions: [{ call: Read, is: allow, via: b, agent: a }] }')).out).toContain(
    'There is no agent "b"',
  );
  expect((await checked(`{ name: t, agent: a, ${DONE} }`)).code).toBe(0);
});
