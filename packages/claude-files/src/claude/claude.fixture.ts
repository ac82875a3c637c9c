import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClaudeOptions } from '../../../config/src/foreign/claude-options.js';
import { loadConfig } from '../../../config/src/load/load-config.js';
import type { LoadedConfig, LoadOptions } from '../../../config/src/load/load-options.js';

type Files = Readonly<Record<string, unknown>>;

export const DOCUMENT = {
  plugins: { shell: { use: '@loadout/tool-shell', options: { pty: true } } },
  models: { sonnet: { provider: 'anthropic', id: 'claude-sonnet-4-5' } },
  agents: { main: { tools: ['*'] } },
};

/** Creates a home folder and a project, each with these files. A value that is not text is written as JSON. */
export function makeHome() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-claude-')));
  let count = 0;
  const write = (base: string, files: Files) => {
    for (const [name, value] of Object.entries(files)) {
      mkdirSync(dirname(join(base, name)), { recursive: true });
      writeFileSync(join(base, name), typeof value === 'string' ? value : JSON.stringify(value));
    }
  };
  return {
    root,
    remove: () => rmSync(root, { recursive: true, force: true }),
    make({ home = {}, project = {} }: { readonly home?: Files; readonly project?: Files }) {
      const base = join(root, String(++count));
      const folders = { home: join(base, 'home'), cwd: join(base, 'project') };
      for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
      write(folders.home, home);
      write(folders.cwd, { '.git/HEAD': '', ...project });
      return folders;
    },
    write,
  };
}

interface Folders {
  readonly home: string;
  readonly cwd: string;
}

export const ALL = ['user', 'project', 'local'] as const;

/** Loads what an engine gets for its own document and these files. */
export function loadWith(
  { home, cwd }: Folders,
  claude: Partial<ClaudeOptions> = {},
  more: Partial<LoadOptions> = {},
): Promise<LoadedConfig> {
  const none = join(home, 'none.yaml');
  const given = more.file === undefined ? { document: DOCUMENT } : {};
  return loadConfig({
    ...{ cwd, env: { HOME: home }, managedFile: none, packageRoots: [], ...given },
    ...{ claude: { sources: ALL, ...claude }, ...more },
  });
}

export const trustIn = ({ home }: Folders) => ({ file: join(home, 'trust.json') });

/** The rules as `layer behavior Tool(specifier)`. */
export const rulesOf = ({ plan }: LoadedConfig): readonly string[] =>
  plan.permissions.rules.map(
    ({ layer, behavior, tool, specifier }) => `${layer} ${behavior} ${tool}${specifier === undefined ? '' : `(${specifier})`}`,
  );

export const said = ({ warnings }: LoadedConfig): readonly string[] => warnings.map((one) => one.message);

export const command = (text: string) => [{ hooks: [{ type: 'command', command: text }] }];
export const commandsOf = ({ plan }: LoadedConfig): readonly unknown[] => plan.hooks.map((one) => one.entry.command);
