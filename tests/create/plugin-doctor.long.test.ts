import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadout, root } from '../lib/loadout.js';
import { run } from '../scripts/workspace-copy.js';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-plugin-doctor-')));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const own = join(dir, 'glossary');

beforeAll(async () => {
  await run(`node ${join(root, 'packages/create-loadout/bin/create-loadout.js')} glossary --template plugin --yes`, { dir });
  symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'));
  await run('npm run build', { dir: own });
});

interface Finding {
  readonly area: string;
  readonly level: string;
  readonly text: string;
}

/** The findings about the package after the changes, which are undone. */
async function findings(changes: Readonly<Record<string, (text: string) => string>>) {
  const kept = Object.keys(changes).map((file) => ({ path: join(own, file), text: readFileSync(join(own, file), 'utf8') }));
  for (const [index, change] of Object.values(changes).entries())
    writeFileSync(kept[index]?.path ?? '', change(kept[index]?.text ?? ''));
  try {
    const { code, stdout, stderr } = await loadout(['plugin', 'doctor', own, '--json'], {
      cwd: dir,
      env: { HOME: dir },
      trust: false,
    });
    if (stdout === '') throw new Error(stderr);
    return { code, found: JSON.parse(stdout) as Finding[] };
  } finally {
    for (const { path, text } of kept) writeFileSync(path, text);
  }
}

const json = (change: object) => (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), ...change });

const told = (found: readonly Finding[], level: string) =>
  found
    .filter((one) => one.level === level)
    .map(({ area, text }) => `${area}: ${text}`)
    .join('\n');

describe('loadout plugin doctor', () => {
  it('has no error about the template, and says what it could not check', async () => {
    const { code, found } = await findings({});
    expect(found.filter(({ level }) => level === 'error')).toEqual([]);
    expect(code).toBe(0);
    const of = (area: string, level: string) =>
      found.filter((one) => one.area === area && one.level === level).map(({ text }) => text);
    expect(of('types', 'ok')).toEqual([expect.stringMatching(/^the types compile with TypeScript 7\./)]);
    expect(of('types', 'unchecked')).toEqual([expect.stringContaining('TypeScript 5.0.4 is not installed here')]);
    expect(of('node', 'ok')).toHaveLength(1);
    expect(of('hosts', 'ok')).toEqual(['1 tool can be served over MCP']);
    expect(of('toolkits', 'ok')).toHaveLength(1);
    expect(of('npm', 'ok').join('\n')).toMatch(/publint .* has nothing to say/);
    expect(of('npm', 'warning').join('\n')).toContain('there is no LICENSE file');
  });

  it('tells what npm and Node will say about package.json', async () => {
    const { code, found } = await findings({
      'package.json': json({ private: true, dependencies: { '@loadout/core': '*' }, keywords: [], engines: { node: '>=22' } }),
    });
    expect(told(found, 'error')).toMatch(/npm: "private": true: npm refuses[\s\S]*npm: @loadout\/core is in "dependencies"/);
    expect(told(found, 'warning')).toMatch(/npm: "keywords" lacks loadout-plugin[\s\S]*node: "engines" asks for Node >=22/);
    expect(code).toBe(1);
  });

  it('tells of files that are not packed, of a script that runs at installation, and of a missing manifest', async () => {
    const { found } = await findings({ 'package.json': json({ files: ['src'], loadout: {}, scripts: { postinstall: 'x' } }) });
    expect(told(found, 'error')).toMatch(
      /install script[\s\S]*no manifest[\s\S]*dist\/index\.d\.ts is named in package\.json and is not packed/,
    );
    expect(told(found, 'warning')).toContain('src/index.test.ts is packed');
  });

  it('tells what compilers, Node, hosts and other toolkits will say about the built code', async () => {
    const { code, found } = await findings({
      'dist/index.d.ts': () => 'declare const plugin: { readonly name: number };\nexport default plugin;\n',
      'dist/lookup.js': (text) =>
        `${text.replace("name: 'Lookup'", "name: 'look.up'").replace("required: ['word'],", '').replace('annotations:', 'hints:')}
export const later = () => Promise.withResolvers();\n`,
    });
    expect(told(found, 'error')).toMatch(
      /types: TypeScript 7\S+: .*not assignable to type 'string'[\s\S]*dist\/lookup\.js: Promise\.withResolvers needs Node 22[\s\S]*look\.up: "look\.up" is not 1 to 64 letters/,
    );
    expect(told(found, 'warning')).toContain('look.up: no readOnlyHint');
    expect(told(found, 'note')).toContain('not with strict: true, because /word may be absent');
    expect(code).toBe(1);
  });

  it('refuses a folder without a package', async () => {
    const { code, stderr } = await loadout(['plugin', 'doctor', '.'], { cwd: dir, trust: false });
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no package.json in .')]);
  });
});
