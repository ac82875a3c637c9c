import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { lineReader } from '../ask/line-reader.js';
import { memoryIo } from '../testing/memory-io.js';
import { loadPlan } from './load-plan.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-ask-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => rmSync(join(folder, 'state'), { recursive: true, force: true }));

const CONFIG = 'permissions: { allow: [Bash] }\nagents: { a: {} }\n';

async function started(stdin: string, { config = CONFIG, flags = {}, terminal = true } = {}) {
  writeFileSync(join(folder, 'agent.config.yaml'), config);
  const env = { LOADOUT_STATE_DIR: join(folder, 'state'), XDG_CACHE_HOME: join(folder, 'state', 'cache'), NO_COLOR: '1' };
  const { io, written } = memoryIo({ cwd: folder, env, isTerminal: terminal, stdinIsTerminal: terminal, stdin });
  const { plan } = await loadPlan({ param: [], ...flags }, { io, wish: { asksTrust: true } });
  const next = await lineReader(io).next(AbortSignal.abort());
  return { rules: plan.permissions.rules.length, told: written().told, next };
}

it('a run at a terminal asks once, with all that would act, and goes on with the answer (T3)', async () => {
  const { rules, told } = await started('y\n');
  expect(told).toMatch(/permissions\.allow[\s\S]*Trust it\?[\s\S]*Trusted until the content changes: \S*agent\.config\.yaml\. /);
  expect(rules).toBe(1);
  expect(await started('')).toMatchObject({ rules: 1, told: '' });
});

it.each(['n\n', '\n', ''])('with the answer %j it goes on without those parts, and says so', async (stdin) => {
  const { rules, told } = await started(stdin);
  expect([rules, told]).toEqual([0, expect.stringContaining('is not trusted, so these parts are disabled: permissions.allow.')]);
});

it('a folder that is trusted from now on is not asked about again; a change is told once (T3)', async () => {
  await started('f\n');
  const config = CONFIG.replace('[Bash]', '[Bash, Edit]');
  expect(await started('', { config })).toMatchObject({ rules: 2, told: expect.stringContaining('permissions.allow (changed)') });
  expect(await started('', { config })).toMatchObject({ rules: 2, told: '' });
});

it('what is typed ahead of the answer is there for the next question', async () => {
  const { next } = await started('y\nthe next line\n');
  expect(next).toBe('the next line');
});

it('nobody is asked without a terminal, and with --require-trust the changes stand in the error (T3)', async () => {
  await started('y\n');
  const config = CONFIG.replace('[Bash]', '[Bash, Edit]');
  expect((await started('y\n', { config, terminal: false })).rules).toBe(0);
  await expect(started('y\n', { config, flags: { 'require-trust': true } })).rejects.toMatchObject({
    code: 'TRUST_NEEDED',
    message: expect.stringMatching(/Since you trusted it:\npermissions\.allow {2}\(changed\)\n[\s\S]*│ \+ {3}"Edit"/),
  });
});
