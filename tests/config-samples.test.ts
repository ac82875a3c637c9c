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

/**
 * One folder for each mistake: its configuration, and in `expected.txt` the exact output. `options.json` holds the options of the
 * command line. UPDATE_EXPECTED=1 writes the expected files; read them before you commit.
 */
const SAMPLES = fileURLToPath(new URL('./config-samples', import.meta.url));
const UPDATE = process.env.UPDATE_EXPECTED === '1';

/** The manifest of a package of this repository. */
function manifestOf(name: string): object {
  const file = fileURLToPath(new URL(`../packages/${name}/package.json`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')).loadout;
}

/** Installed packages for the samples. They have a package.json only, because a check runs no code. */
const PACKAGES: Readonly<Record<string, object>> = {
  '@loadout/tool-fs': { names: 'bare', tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep'].map((name) => ({ name })) },
  '@loadout/tool-shell': {
    names: 'bare',
    tools: [{ name: 'Bash' }],
    options: { type: 'object', properties: { timeout: { type: 'number', minimum: 1 } }, additionalProperties: false },
  },
  '@loadout/hooks': {
    hookTypes: {
      command: {
        type: 'object',
        properties: {
          command: { type: 'string' },
          timeout: { type: 'number' },
          onFailure: { enum: ['block', 'continue'] },
          if: { type: 'string' },
        },
        required: ['command'],
        additionalProperties: false,
      },
      http: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'], additionalProperties: false },
    },
  },
  '@loadout/budgets': {},
  '@loadout/model-anthropic': { model: true },
  '@loadout/mcp': manifestOf('mcp'),
  '@loadout/tool-agents': manifestOf('tool-agents'),
  '@loadout/tool-script': manifestOf('tool-script'),
  'loadout-plugin-crm': {
    tools: [{ name: 'search' }, { name: 'create' }],
    options: {
      type: 'object',
      properties: { baseUrl: { type: 'string', pattern: '^https://' }, token: { type: 'string' } },
      required: ['token'],
      additionalProperties: false,
    },
  },
};

interface SampleOptions {
  readonly profile?: string;
  readonly params?: Record<string, string>;
  readonly env?: Record<string, string>;
  /** Fills the configuration with comments up to this size. */
  readonly padToBytes?: number;
  readonly userFile?: string;
}

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-samples-')));
  for (const [name, loadout] of Object.entries(PACKAGES)) {
    const dir = join(root, 'node_modules', name);
    mkdirSync(dir, { recursive: true });
    const manifest = { api: 1, plugin: './index.js', ...loadout };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '1.4.0', loadout: manifest }));
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
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text + '# filled up\n'.repeat(Math.ceil((bytes - text.length) / 12)));
}
