import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWithout } from '../lib/command-without.js';
import { project, runNode } from '../lib/loadout.js';

const TEST = '{ name: t, model: { script: [{ text: a }] }, expect: { outcome: done }, env: { A: b } }';
const CONFIG = `agents: { a: { instructions: Hi. } }\ntests:\n  - ${TEST}\n`;

/** A project whose own folder has a package with the name of one of ours, whose code leaves a file. */
export function withFake(name: string): string {
  const cwd = project({ 'agent.config.yaml': CONFIG });
  rmSync(join(cwd, 'node_modules/@loadout'));
  const fake = join(cwd, 'node_modules/@loadout', name);
  mkdirSync(fake, { recursive: true });
  writeFileSync(join(fake, 'package.json'), JSON.stringify({ name: `@loadout/${name}`, type: 'module', exports: './index.js' }));
  const made = JSON.stringify(join(cwd, 'imported'));
  writeFileSync(join(fake, 'index.js'), `import { writeFileSync } from 'node:fs';\nwriteFileSync(${made}, '');\n`);
  return cwd;
}

/** A package, the arguments of a command that needs it, and the command as its error names it. */
type Row = readonly [name: string, args: readonly string[], command: string];

export const commandsSayWhatToInstall = (rows: readonly Row[]) =>
  describe.each(rows)('without @loadout/%s', (name, args, command) => {
    it('its command says what to install, and a package of that name in the project does not run', async () => {
      const cwd = withFake(name);
      const { code, stderr } = await runNode([commandWithout(name), ...args], { cwd });
      const missing = `error PACKAGE_MISSING: ${command} needs @loadout/${name}, which is not installed.`;
      expect([code, stderr]).toEqual([2, `${missing}\nFix: npm install @loadout/${name}\n`]);
      expect(existsSync(join(cwd, 'imported'))).toBe(false);
    });
  });
