import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './lib/loadout.js';

const SAMPLES = fileURLToPath(new URL('./config-samples', import.meta.url));
const SEED = Number(process.env.FUZZ_SEED ?? 20261122);
const TRIES = Number(process.env.FUZZ_TRIES ?? 800);

/** Unexpected values. */
const VALUES: readonly unknown[] = [
  null,
  [],
  {},
  [[]],
  [{}],
  [null],
  7,
  -1,
  1.5,
  true,
  '',
  'x'.repeat(3_000),
  { a: { b: [1] } },
  'a.b[0]',
  '${env:',
  '__proto__',
];

type Path = readonly (string | number)[];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-fuzz-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));

/** The samples whose configuration is readable, and a sample with a bit of everything. */
function documents(): readonly (readonly [string, unknown])[] {
  const all = readdirSync(SAMPLES).flatMap((name) => {
    try {
      const document: unknown = parse(readFileSync(join(SAMPLES, name, 'agent.config.yaml'), 'utf8'), {
        maxAliasCount: 10,
        logLevel: 'silent',
      });
      return typeof document === 'object' && document !== null && JSON.stringify(document).length < 20_000
        ? [[name, document] as const]
        : [];
    } catch {
      return [];
    }
  });
  return [...all, ...Array.from({ length: 20 }, () => ['everything', EVERYTHING] as const)];
}

const handler = { type: 'command', command: 'true', timeout: 5, if: 'Bash(git *)' };
const EVERYTHING = {
  name: 'all',
  plugins: { fs: '@loadout/tool-fs', shell: { use: '@loadout/tool-shell', options: { pty: false } } },
  providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'x' }] } } },
  models: { quick: { provider: 'script', id: 'demo', price: { input: 1, output: 2 }, effort: 'low' } },
  secrets: { KEY: { env: 'SOME_KEY' } },
  permissions: {
    mode: 'default',
    allow: ['Read', { rule: 'Bash(ls:*)', reason: 'it only lists' }],
    deny: ['Bash(rm:*)'],
    additionalDirectories: ['.'],
  },
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }], Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  mcpServers: {
    files: { command: 'npx', args: ['-y', 'x'], env: { A: 'b' }, tools: { allow: ['read'] } },
    remote: { type: 'http', url: 'https://mcp.example', headers: { A: 'b' } },
  },
  skills: { tidy: './tidy' },
  sandbox: {
    use: 'bubblewrap',
    filesystem: { allowWrite: ['.'], denyRead: ['x'] },
    network: { allowedDomains: ['example.com'] },
  },
  sessions: { retention: '30d' },
  defaults: { limits: { turns: 3 } },
  profiles: { other: { agents: { main: { instructions: 'Else.' } } } },
  agents: {
    main: {
      description: 'd',
      model: ['quick', 'script/demo'],
      instructions: ['x', { file: './more.md' }],
      tools: ['Read', 'Bash'],
      subagents: { second: { grants: ['Read'] } },
      limits: { turns: 3, usd: 1 },
      output: { schema: { type: 'object' }, retries: 1 },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
      mcpServers: ['files'],
      skills: ['tidy'],
    },
    second: { description: 's', instructions: 'y', tools: ['Read'], subagents: { main: {} } },
  },
};

/** The files that the sample names. */
function writeBeside(cwd: string): void {
  mkdirSync(join(cwd, 'tidy'), { recursive: true });
  writeFileSync(join(cwd, 'tidy/SKILL.md'), '---\nname: tidy\ndescription: Tidies.\n---\nTidy.\n');
  writeFileSync(join(cwd, 'more.md'), 'More.\n');
}

function* paths(value: unknown, at: Path = []): Generator<Path> {
  if (at.length > 0) yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* paths(item, [...at, Array.isArray(value) ? Number(key) : key]);
}

function replaced(value: unknown, [key, ...rest]: Path, put: { readonly value?: unknown }): unknown {
  if (key === undefined) return put.value;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length === 0 && !('value' in put)) delete copy[key];
  else copy[key] = replaced((value as Record<string | number, unknown>)[key], rest, put);
  return copy;
}

function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a configuration with another value in the place of one', () => {
  it(`is accepted, or refused with places, and never a crash (F14), ${TRIES} times from seed ${SEED}`, async () => {
    const random = randomly(SEED);
    const all = documents();
    const faults: string[] = [];
    for (let round = 0; round < TRIES; round++) {
      const [name, document] = all[random(all.length)] ?? ['', {}];
      const places = [...paths(document)];
      const place = places[random(places.length)] ?? [];
      const choice = random(VALUES.length + 1);
      const changed = replaced(document, place, choice < VALUES.length ? { value: VALUES[choice] } : {});
      const cwd = join(folder, `${round % 8}`);
      rmSync(cwd, { recursive: true, force: true });
      mkdirSync(cwd);
      if (name === 'everything') writeBeside(cwd);
      else cpSync(join(SAMPLES, name), cwd, { recursive: true });
      writeFileSync(join(cwd, 'agent.config.yaml'), JSON.stringify(changed));
      const fault = await faultOf(cwd);
      if (fault !== undefined)
        faults.push(`${name} ${place.join('.')} = ${JSON.stringify(VALUES[choice])?.slice(0, 40)}: ${fault}`);
    }
    expect([...new Set(faults)]).toEqual([]);
  });
});

it('with a bit of everything is valid', async () => {
  writeBeside(folder);
  writeFileSync(join(folder, 'agent.config.yaml'), JSON.stringify(EVERYTHING));
  await expect(
    loadConfig({ cwd: folder, env: { SOME_KEY: 'x' }, trust: { file: join(folder, 'trust.json') } }),
  ).resolves.toBeDefined();
});

async function faultOf(cwd: string): Promise<string | undefined> {
  try {
    await loadConfig({ cwd, env: {}, trust: { file: join(folder, 'trust.json') } });
    return undefined;
  } catch (error) {
    if (isLoadoutError(error) && error.code !== 'INTERNAL') return undefined;
    return error instanceof Error ? String(error.stack).split('\n').slice(0, 3).join(' | ') : String(error);
  }
}
