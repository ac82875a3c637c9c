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

const BINS = ['cli/bin/loadout.js', 'create-loadout/bin/create-loadout.js', 'testing/bin/loadout-manifest.js'];
const LIBRARIES = ['core', 'config', 'runner', 'sdk', 'adapters', 'otel', 'testing', 'model-anthropic', 'tool-fs', 'mcp'];
const sentence = (version: string) => `Loadout needs Node 20.19 or later; this is ${version}.`;

describe.each(['20.18.3', '18.20.8', '16.20.2'])('Node %s is too old', (version) => {
  it.each(BINS)('and %s says it in one sentence', (bin) => {
    const { status, stdout, stderr } = run(version, [join('packages', bin), '--version']);
    expect([status, stdout, stderr]).toEqual([1, '', `${sentence(version)}\n`]);
  });

  it.each(LIBRARIES)('and the import of %s fails with this sentence', (name) => {
    const { exports } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
    const program = `import('./${join('packages', name, exports['.'].default)}').catch((error) => console.log(error.message))`;
    expect(run(version, ['-e', program]).stdout).toBe(`${sentence(version)}\n`);
  });
});

it.each(['20.19.0', '22.0.0', '100.1.0'])('Node %s is not', (version) => {
  expect(run(version, ['packages/cli/bin/loadout.js', '--version'])).toMatchObject({ status: 0, stderr: '' });
});

it.each(BINS)('%s has no syntax that came after 2015, and imports nothing before the check', (bin) => {
  const [, ...lines] = readFileSync(join(root, 'packages', bin), 'utf8').split('\n');
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
