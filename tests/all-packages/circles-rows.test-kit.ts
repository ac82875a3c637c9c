import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PUBLISHED, withNeeds } from '../lib/published.js';
import { PLUGINS } from './circles-plugins.test-kit.js';
import { FIRST, projectIn, startBase } from './circles-project.test-kit.js';
import { SURFACES } from './circles-surfaces.test-kit.js';

type Base = Awaited<ReturnType<typeof startBase>>;

/** A copy of the first project, until the test ends. */
export function copied(base: Base, name: string) {
  const cwd = join(base.folder, name);
  cpSync(base.cwd, cwd, { recursive: true, verbatimSymlinks: true });
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 3 }));
  return projectIn(cwd, { ...base.env });
}

const ROWS = [...SURFACES, ...PLUGINS];

/** Each of these packages has a real use on top of the first ones. A file names few, since it runs again when one of them changes. */
export function describeOnTop(...names: readonly string[]): void {
  let base: Base;
  beforeAll(async () => {
    base = await startBase(names.map((name) => `@loadout/${name}`));
  });

  describe('on top of the command, the tools for files and a model', () => {
    it.each(names)('@loadout/%s installs and works', async (name) => {
      const at = copied(base, name);
      await at.install(`@loadout/${name}`);
      expect(at.installed()).toContain(name);
      const [, does] = ROWS.find(([one]) => one === name) ?? [];
      expect(does, `a row of ${name}`).toBeDefined();
      await does?.(at);
    });
  });
  eachIsTried();
}

/** Every file has this law, since a change of a file runs that file alone. */
export function eachIsTried(): void {
  it('each other package of ours stands in a file of circles', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^circles.*\.long\.test\.ts$/.test(name));
    const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
    const first = withNeeds(FIRST);
    const missing = PUBLISHED.filter((name) => !first.includes(name) && !texts.includes(`'${name.replace('@loadout/', '')}'`));
    expect(missing).toEqual([]);
  });
}
