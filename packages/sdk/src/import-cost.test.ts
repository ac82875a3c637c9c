import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stateDir as stateDirOfRunner } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { stateDir } from './setup/state-dir.js';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));

/** The packages that a file imports for their values, with all that it imports. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)';/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) packagesOf(resolve(dirname(file), name.replace(/\.js$/, '.ts')), seen);
    else seen.add(name);
  }
  return seen;
}

const external = (file: string) =>
  [...packagesOf(join(SOURCE, file))].filter((name) => !name.startsWith('/') && !name.startsWith('node:'));

describe('what is loaded', () => {
  it('for the answer to initialize is the core alone, before the configuration is read', () => {
    expect(external('engine.ts')).toEqual(['@loadout/core']);
  });

  it('with the package is no schema library and no MCP SDK: they come with the first server that is made', () => {
    expect(external('index.ts').sort()).toEqual(['@loadout/core', '@loadout/runner']);
  });

  it.each([
    [{ HOME: '/home/one' }],
    [{ HOME: '/home/one', XDG_STATE_HOME: '/state' }],
    [{ HOME: '/home/one', LOADOUT_STATE_DIR: '/own' }],
    [{}],
  ])('names the folder that the runner names, for %j', (env) => {
    expect(stateDir(env)).toBe(stateDirOfRunner(env));
  });
});
