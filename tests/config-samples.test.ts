import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfigError, loadConfig, renderDiagnostics } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGES, packageJson, padded, type SampleOptions } from './config-samples.test-kit.js';

/**
 * One folder for each mistake: its configuration, and in `expected.txt` the exact output. `options.json` holds the options of the
 * command line. UPDATE_EXPECTED=1 writes the expected files; read them before you commit.
 */
const SAMPLES = fileURLToPath(new URL('./config-samples', import.meta.url));
const UPDATE = process.env.UPDATE_EXPECTED === '1';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-samples-')));
  for (const [name, loadout] of Object.entries(PACKAGES)) {
    const dir = join(root, 'node_modules', name);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'package.json'), packageJson(name, loadout));
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a broken configuration is explained', () => {
  const samples = readdirSync(SAMPLES).sort();

  it('has at least fifty samples', () => expect(samples.length).toBeGreaterThanOrEqual(50));

  it.each(samples)('%s', async (sample) => {
    const cwd = join(root, sample);
    cpSync(join(SAMPLES, sample), cwd, { recursive: true });
    const seen = await explain(cwd);
    const file = join(SAMPLES, sample, 'expected.txt');
    if (UPDATE) writeFileSync(file, seen);
    expect(existsSync(file), 'expected.txt is missing').toBe(true);
    expect(seen).toBe(readFileSync(file, 'utf8'));
  });
});

async function explain(cwd: string): Promise<string> {
  const { padToBytes, userFile, ...options } = readOptions(cwd);
  if (padToBytes !== undefined) pad(join(cwd, 'agent.config.yaml'), padToBytes);
  const none = join(cwd, 'none.yaml');
  const fixed = { cwd, managedFile: none, userFile: userFile === undefined ? none : join(cwd, userFile), packageRoots: [root] };
  try {
    const { warnings } = await loadConfig({ env: {}, ...options, ...fixed });
    expect(warnings.length, 'a sample must have something to say').toBeGreaterThan(0);
    return renderDiagnostics(warnings, { cwd });
  } catch (error) {
    if (!isLoadoutError(error) || !('problems' in error)) throw error;
    return renderDiagnostics((error as ConfigError).problems, { cwd });
  }
}

function readOptions(cwd: string): SampleOptions {
  const file = join(cwd, 'options.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SampleOptions) : {};
}

function pad(file: string, bytes: number): void {
  writeFileSync(file, padded(readFileSync(file, 'utf8'), bytes));
}
