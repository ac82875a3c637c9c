import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { recordTrust } from '../trust/trust-record.js';
import { judgeConfig } from './read-judged.js';
import { load, makeSandbox } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const home = join(sandbox.root, 'home');
mkdirSync(home);
writeFileSync(join(home, 'style.md'), 'Be brief.');
writeFileSync(join(home, 'key'), 'hidden-word\n');

const env = { HOME: home };
const config = (agent: string, more = '') => sandbox.project({ 'agent.config.yaml': `agents: { a: { ${agent} } }\n${more}` });

it.each([
  ['a file of instructions', 'instructions: { file: ~/style.md }', '', 'Be brief.'],
  ['a file in a text', `instructions: "Rules: \${file:~/style.md}"`, '', 'Rules: Be brief.'],
  ['a file of a secret', `instructions: "Say \${secret:word}"`, 'secrets: { word: { file: ~/key } }', 'Say hidden-word'],
])('~/ is the home folder in %s', async (_what, agent, more, instructions) => {
  const { plan } = await load(config(agent, more), { env });
  expect(plan.agents.a?.instructions).toBe(instructions);
});

it('a file of the home folder waits for trust, and is read once the part is trusted', async () => {
  const cwd = config('instructions: { file: ~/style.md }');
  const trust = { file: join(sandbox.root, 'state', 'trust.json') };
  expect((await load(cwd, { env, trust })).plan.agents.a?.instructions).toBe('');
  recordTrust(trust.file, await judgeConfig({ cwd, env, trust }));
  expect((await load(cwd, { env, trust })).plan.agents.a?.instructions).toBe('Be brief.');
});

it('a credential in a file of the home folder is told as one', async () => {
  const ANTHROPIC_API_KEY = 'not-a-key-of-anybody';
  writeFileSync(join(home, 'with-key.md'), `Use ${ANTHROPIC_API_KEY}.`);
  const loaded = load(config('instructions: { file: ~/with-key.md }'), { env: { ...env, ANTHROPIC_API_KEY } });
  await expect(loaded).rejects.toMatchObject({ problems: [{ code: 'CONFIG_CREDENTIAL_TOLD' }] });
});
