import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderDiagnostics } from '../document/render-diagnostics.js';
import { loadConfig } from './load-config.js';
import type { ConfigError, LoadedConfig, LoadOptions } from './load-options.js';

/** Creates a folder for one test file, with the packages that a project has installed. */
export function makeSandbox() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-config-')));
  let count = 0;
  const write = (files: Readonly<Record<string, string>>, base: string) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, name)), { recursive: true });
      writeFileSync(join(base, name), text);
    }
  };
  return {
    root,
    remove: () => rmSync(root, { recursive: true, force: true }),
    install(name: string, loadout: object, version = '1.2.3') {
      write(
        { 'package.json': JSON.stringify({ name, version, loadout: { api: 1, plugin: './index.js', ...loadout } }) },
        join(root, 'node_modules', name),
      );
    },
    /** Creates a project with these files. */
    project(files: Readonly<Record<string, string>>): string {
      const cwd = join(root, `project-${++count}`);
      mkdirSync(cwd, { recursive: true });
      write(files, cwd);
      return cwd;
    },
  };
}

type Options = Omit<Partial<LoadOptions>, 'cwd'>;

/** Loads the configuration of a folder, independent of the machine that runs the test. */
export function load(cwd: string, options: Options = {}): Promise<LoadedConfig> {
  const none = join(cwd, 'none.yaml');
  return loadConfig({ cwd, env: {}, userFile: none, managedFile: none, packageRoots: [], ...options });
}

/** The problems as `CODE path`, for tests about the set of problems. */
export async function problems(cwd: string, options: Options = {}): Promise<readonly string[]> {
  const error = await load(cwd, options).then(
    () => undefined,
    (reason: ConfigError) => reason,
  );
  if (error !== undefined && error.problems === undefined) throw error;
  return (error?.problems ?? []).map((one) => `${one.code} ${one.path}`);
}

export async function rendered(cwd: string, options: Options = {}): Promise<string> {
  return load(cwd, options).then(
    () => '',
    (error: ConfigError) => renderDiagnostics(error.problems, { cwd }),
  );
}

export const TOOL_FS = { names: 'bare', tools: ['Read', 'Write', 'Edit', 'Glob', 'Grep'].map((name) => ({ name })) };
export const TOOL_SHELL = { names: 'bare', tools: [{ name: 'Bash', aliases: ['Shell'] }] };
