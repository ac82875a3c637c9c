import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/loadout.js';

/** Runs a program that sees another version of Node. */
function run(version: string, args: readonly string[]) {
  const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(fake)}`, ...args], {
    encoding: 'utf8',
    cwd: root,
  });
}

const PACKAGES = readdirSync(join(root, 'packages'))
  .map((name) => ({ name, json: JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) }))
  .filter(({ json }) => json.private !== true);

const BINS = PACKAGES.flatMap(({ name, json }) =>
  Object.values<string>(json.bin ?? {}).map((file) => join('packages', name, file)),
);

/** Entries that say nothing themselves: rows of commands, a program that a worker starts, and what a test runner has loaded before. */
const SILENT: readonly string[] = ['core/commands', 'engine-restate/fence', 'test/jest', 'test/vitest'];

const ENTRIES = PACKAGES.flatMap(({ name, json }) =>
  Object.entries<{ readonly default?: string }>(json.exports ?? {}).flatMap(([entry, { default: file }]) =>
    file?.endsWith('.js') === true ? [[join(name, entry), join('packages', name, file)] as const] : [],
  ),
).filter(([entry]) => !SILENT.includes(entry));

const sentence = (version: string) => `Loadout needs Node 20.19 or later; this is ${version}.`;

describe.each(['20.18.3', '18.20.8', '16.20.2'])('Node %s is too old', (version) => {
  it.each(BINS)('and %s says it in one sentence', (bin) => {
    const { status, stdout, stderr } = run(version, [bin, '--version']);
    expect([status, stdout, stderr]).toEqual([1, '', `${sentence(version)}\n`]);
  });

  it('and the import of each other entry fails with this sentence', () => {
    const program = `
      for (const file of ${JSON.stringify(ENTRIES.map(([, file]) => file))})
        await import('./' + file).then(() => console.log('It is loaded.'), (error) => console.log(error.message));`;
    const { stdout } = run(version, ['--input-type=module', '-e', program]);
    const said = stdout.split('\n').slice(0, -1);
    expect(Object.fromEntries(ENTRIES.map(([entry], index) => [entry, said[index]]))).toEqual(
      Object.fromEntries(ENTRIES.map(([entry]) => [entry, sentence(version)])),
    );
  });
});

it.each(['20.19.0', '22.0.0', '100.1.0'])('Node %s is not', (version) => {
  expect(run(version, ['packages/cli/bin/loadout.js', '--version'])).toMatchObject({ status: 0, stderr: '' });
});

it.each(BINS)('%s has no syntax that came after 2015, and imports nothing before the check', (bin) => {
  const [, ...lines] = readFileSync(join(root, bin), 'utf8').split('\n');
  const code = lines.join('\n').replace(/^\/\/.*$/gm, '');
  expect(code).not.toMatch(/^\s*import\s|=>|`|\b(?:const|let|await|async|class)\b|\?\?|\?\./m);
});

/** The names of Node's modules that Node 20.19 has and 18.20 has not. An import of one by name fails before any code runs. */
const NEW_NAMES: Readonly<Record<string, RegExp>> = {
  crypto: /\bhash\b/,
  fs: /\bopenAsBlob\b/,
  path: /\bmatchesGlob\b/,
  process: /\b(?:availableMemory|getBuiltinModule|loadEnvFile)\b/,
  stream: /\bduplexPair\b/,
  timers: /\bpromises\b/,
  util: /\b(?:parseEnv|styleText)\b/,
  v8: /\bqueryObjects\b/,
  vm: /\bconstants\b/,
  worker_threads: /\bpostMessageToThread\b/,
  zlib: /\bcrc32\b/,
};

it('no built file imports a name by which an old Node would fail first', () => {
  const files = readdirSync(join(root, 'packages')).flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => join('packages', name, 'dist', file)),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]*)\} from "(?:node:)?([\w/]+)"/gm)].flatMap(
      ([, names = '', module = '']) => (NEW_NAMES[module]?.test(names) === true ? [`${file}: ${names.trim()} of ${module}`] : []),
    ),
  );
  expect(found).toEqual([]);
});
