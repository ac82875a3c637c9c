import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeHash } from '@loadout/lock';
import { describe, expect, it } from 'vitest';
import { planHash } from './plan-hash.js';
import { planIn } from './session/round.test-kit.js';

const CONFIG = `secrets: { token: { env: TOKEN } }
plugins: { own: { use: ./own.mjs, options: { token: "\${secret:token}" } } }
agents: { main: { instructions: Work. } }
`;
const OWN = 'export default { name: "own", setup: () => ({}) };\n';
const open = (config = CONFIG, token = 'hunter2-hunter2') =>
  planIn({ 'agent.config.yaml': config, 'own.mjs': OWN }, { TOKEN: token });

const HERE = { env: {}, trust: { file: '/nowhere' } };

describe('the hash of a plan', () => {
  it('is the same in another folder, with another value of a secret', async () => {
    const [one, other] = [await open(), await open(CONFIG, 'another-secret')];
    expect(JSON.stringify(one.plan)).toContain('hunter2-hunter2');
    expect(planHash(one.plan, 'code')).toBe(planHash(other.plan, 'code'));
  });

  it.each([
    ['instructions', CONFIG.replace('Work.', 'Play.')],
    ['rules', `${CONFIG}permissions: { allow: [Read] }\n`],
    ['approvals', `${CONFIG}permissions: { approvals: { expireAfter: 2d } }\n`],
    ['agents', CONFIG.replace('main:', 'other:')],
  ])('changes with the %s', async (_, config) => {
    expect(planHash((await open(config)).plan, 'code')).not.toBe(planHash((await open()).plan, 'code'));
  });

  it('changes with the code that the plan runs, also without a lock (F24)', async () => {
    const one = await open();
    const before = await codeHash(one.plan, HERE);
    expect(await codeHash((await open()).plan, HERE)).toBe(before);
    writeFileSync(join(one.dir, 'own.mjs'), `${OWN}// Another line.\n`);
    const after = await codeHash(one.plan, HERE);
    expect(planHash(one.plan, after)).not.toBe(planHash(one.plan, before));
  });

  it('changes with the lock', async () => {
    const { dir, plan } = await open();
    const before = planHash(plan, 'code');
    writeFileSync(join(dir, 'loadout.lock'), 'lock: 1\n');
    const locked = planHash(plan, 'code');
    writeFileSync(join(dir, 'loadout.lock'), 'lock: 2\n');
    expect(new Set([before, locked, planHash(plan, 'code')]).size).toBe(3);
  });
});
