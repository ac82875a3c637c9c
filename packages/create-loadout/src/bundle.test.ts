import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromBundle, readBundle } from './bundle.js';

const NEEDS = { cli: ['runner', 'core'], runner: ['core'], core: [], viewer: ['core'] };

const named = (name: string) => `@loadout/${name}`;

/** A folder with a bundle of four packages, and a place for a project beside it. */
function bundled(text?: string) {
  const place = mkdtempSync(join(tmpdir(), 'loadout-bundle-test-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'loadout-1.0.0');
  mkdirSync(folder);
  const rows = Object.entries(NEEDS).map(([name, needs]) => {
    writeFileSync(join(folder, `${name}.tgz`), name);
    const integrity = `sha512-${createHash('sha512').update(name).digest('base64')}`;
    return [named(name), { file: `${name}.tgz`, integrity, needs: needs.map(named) }] as const;
  });
  const packages = Object.fromEntries(rows);
  writeFileSync(join(folder, 'bundle.json'), text ?? JSON.stringify({ version: '1.0.0', packages }));
  return { folder, packages, target: join(place, 'my-agent') };
}

const PACKAGE = JSON.stringify({
  name: 'my-agent',
  dependencies: { [named('cli')]: '1.0.0', zod: '4.0.0' },
  devDependencies: { [named('viewer')]: '1.0.0' },
});

describe('a project from a bundle', () => {
  it('has each package of ours, and what it needs, as a file of the bundle, and those of others as they were', () => {
    const { folder, target } = bundled();
    const json = JSON.parse(fromBundle(PACKAGE, { bundle: readBundle(folder), target })) as Record<string, unknown>;
    const file = (name: string) => [named(name), `file:../loadout-1.0.0/${name}.tgz`] as const;
    expect(json.dependencies).toEqual({ ...Object.fromEntries([file('cli'), file('core'), file('runner')]), zod: '4.0.0' });
    expect(json.devDependencies).toEqual(Object.fromEntries([file('viewer')]));
  });

  it.each([
    ['it has no bundle.json that can be read', 'no JSON'],
    ['it has no bundle.json that can be read', '{}'],
    ['does not name a file', JSON.stringify({ packages: { a: { file: '../a.tgz', integrity: 'x', needs: [] } } })],
    ['does not name a file', JSON.stringify({ packages: { a: { file: 'a.tgz' } } })],
    ['it has no @loadout/cli', JSON.stringify({ packages: {} })],
  ])('is refused where %s: %s', (problem, text) => {
    const { folder, target } = bundled(text);
    const create = () => fromBundle(PACKAGE, { bundle: readBundle(folder), target });
    expect(create).toThrow(expect.objectContaining({ code: 'CREATE_FROM', message: expect.stringContaining(problem) }));
  });

  it('is refused if a file is another than the bundle describes, or is gone', () => {
    const { folder, target } = bundled();
    const create = () => fromBundle(PACKAGE, { bundle: readBundle(folder), target });
    writeFileSync(join(folder, 'core.tgz'), 'something else');
    expect(create).toThrow('core.tgz is not the file that its bundle.json describes');
    rmSync(join(folder, 'core.tgz'));
    expect(create).toThrow('core.tgz is not the file that its bundle.json describes');
  });
});
