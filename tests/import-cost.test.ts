import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/loadout.js';

const sourceOf = (name: string) => join(root, 'packages', name, 'src');
const CONFIG = sourceOf('config');
const SDK = sourceOf('sdk');

/** The entries of the core that a start loads whichever of them a file names. */
const CORE_ENTRY = /^@loadout\/core\/(run|model)$/;

/** The value imports of a file, with their own imports: files by path, packages by name. */
function importsOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)';/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) importsOf(resolve(dirname(file), name.replace(/\.js$/, '.ts')), seen);
    else seen.add(name.replace(CORE_ENTRY, '@loadout/core'));
  }
  return seen;
}

const packagesBelow = (file: string) =>
  [...importsOf(file)].filter((name) => !name.startsWith('/') && !name.startsWith('node:')).sort();

describe('@loadout/config (PERF-03)', () => {
  it('loads no parser and no schema library when it is imported: what finds a file, and nothing that reads it', () => {
    expect(packagesBelow(join(CONFIG, 'index.ts'))).toEqual(['@loadout/core', '@loadout/node', 'cosmiconfig']);
  });

  it.each(readdirSync(join(CONFIG, 'compile')).filter((name) => !name.endsWith('.test.ts')))(
    'needs no parser in compile/%s, which reads a checked document, and of the schema at most its rows (0171)',
    (name) =>
      expect(packagesBelow(join(CONFIG, 'compile', name)).filter((one) => !/^(@loadout\/(core|models)|zod)$/.test(one))).toEqual(
        [],
      ),
  );
});

describe('@loadout/sdk', () => {
  it('loads the core, the reader of settings and the names of models for the answer to initialize', () => {
    expect(packagesBelow(join(SDK, 'engine.ts'))).toEqual([
      '@loadout/config',
      '@loadout/core',
      '@loadout/models',
      '@loadout/node',
    ]);
  });

  it('loads no schema library and no MCP SDK when it is imported: they come with the first server that is made', () => {
    expect(packagesBelow(join(SDK, 'index.ts'))).toEqual([
      '@loadout/command',
      '@loadout/config',
      '@loadout/core',
      '@loadout/models',
      '@loadout/node',
      '@loadout/node/platform',
      '@loadout/sessions',
    ]);
  });
});

describe('@loadout/sessions', () => {
  it('reads and writes records with the core alone: no runner, no model, no configuration', () => {
    expect(packagesBelow(join(sourceOf('sessions'), 'index.ts'))).toEqual([
      '@loadout/core',
      '@loadout/node',
      '@loadout/node/platform',
    ]);
  });
});

describe('@loadout/model-anthropic', () => {
  const source = sourceOf('model-anthropic');

  it('loads no SDK when it is imported: one comes with the first request (PERF-03)', () => {
    expect(packagesBelow(join(source, 'index.ts'))).toEqual([
      '@loadout/core',
      '@loadout/model-apis',
      '@loadout/models',
      '@loadout/node/http',
      '@loadout/node/http/send',
    ]);
  });

  it('loads nothing for a cloud for a request to the API itself, and the SDK of a cloud only for that cloud (PERF-03)', () => {
    const client = join(source, 'transport/api-client.ts');
    expect(packagesBelow(client)).toContain('@anthropic-ai/sdk');
    expect([...importsOf(client)].filter((name) => name.includes('/cloud/'))).toEqual([]);
    expect(
      packagesBelow(join(source, 'transport/cloud/cloud-client.ts')).filter((name) => name.startsWith('@anthropic')),
    ).toEqual([]);
  });
});

describe('@loadout/tool-shell', () => {
  it('loads no rules for commands when it is imported: they come with the first call of Bash', () => {
    expect(packagesBelow(join(sourceOf('tool-shell'), 'index.ts'))).toEqual([
      '@loadout/core',
      '@loadout/node',
      '@loadout/node/platform',
    ]);
    expect(packagesBelow(join(sourceOf('tool-shell'), 'bash-calls.ts'))).toContain('@loadout/shell-rules');
  });
});

describe('@loadout/otel', () => {
  it('is loaded by no import of the runner, and loads nothing of OpenTelemetry itself', () => {
    expect(packagesBelow(join(sourceOf('runner'), 'index.ts'))).not.toContain('@loadout/otel');
    expect(packagesBelow(join(sourceOf('otel'), 'index.ts'))).toEqual(['@loadout/core']);
  });
});
