import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { expect, it } from 'vitest';
import { project, runNode } from '../lib/loadout.js';

/** A program that keeps five rules. */
const KEEPER = `
import { keepRule } from '@loadout/setup';
const [name, configFile, trustFile] = process.argv.slice(2);
for (let index = 0; index < 5; index++) {
  const rules = [{ toolName: 'Bash', ruleContent: 'echo ' + name + index }];
  await keepRule({ type: 'addRules', rules, behavior: 'allow', destination: 'session' }, { configFile, trustFile, env: process.env });
}
`;

const make = () =>
  project({
    'agent.config.yaml': 'plugins: { shell: "@loadout/tool-shell" }\nagents: { a: { instructions: Hi } }\n',
    'keeper.mjs': KEEPER,
  });

it('four programs that keep rules at the same time keep all of them, and each project its trust', async () => {
  const projects = [make(), make()] as const;
  const trustFile = join(projects[0], '.state', 'trust.json');
  // All four find the lock of a program that was killed.
  mkdirSync(dirname(trustFile), { mode: 0o700 });
  writeFileSync(`${trustFile}.lock`, '');
  utimesSync(`${trustFile}.lock`, 1, 1);
  const keepers = [0, 1, 2, 3].map((name) => {
    const cwd = projects[name % 2 === 0 ? 0 : 1];
    return runNode([join(cwd, 'keeper.mjs'), `${name}-`, join(cwd, 'agent.config.yaml'), trustFile], { cwd });
  });
  for (const { code, stderr } of await Promise.all(keepers)) expect([code, stderr]).toEqual([0, '']);
  for (const cwd of projects) {
    const { plan, trust } = await loadConfig({ cwd, env: {}, trust: { file: trustFile } });
    expect(trust?.personal?.trusted).toBe(true);
    expect(plan.permissions.rules.filter(({ behavior }) => behavior === 'allow')).toHaveLength(10);
  }
});
