import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The manifest of a package of this repository. */
function manifestOf(name: string): object {
  const file = fileURLToPath(new URL(`../packages/${name}/package.json`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')).loadout;
}

/** Installed packages for the samples. They have a package.json only, because a check runs no code. */
export const PACKAGES: Readonly<Record<string, object>> = {
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

/** The package.json of such a package. */
export const packageJson = (name: string, loadout: object): string =>
  JSON.stringify({ name, version: '1.4.0', loadout: { api: 1, plugin: './index.js', ...loadout } });

/** The options of the command line, in `options.json` of a sample. */
export interface SampleOptions {
  readonly profile?: string;
  readonly params?: Record<string, string>;
  readonly env?: Record<string, string>;
  /** Fills the configuration with comments up to this size. */
  readonly padToBytes?: number;
  readonly userFile?: string;
}

/** The text of a configuration, filled up with comments. */
export const padded = (text: string, bytes: number): string =>
  text + '# filled up\n'.repeat(Math.ceil((bytes - text.length) / 12));
