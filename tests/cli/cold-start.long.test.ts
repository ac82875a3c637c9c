import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bin, project, root, runNode } from '../lib/loadout.js';

const HOOKS = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + '\\n');
  return next(url, context);
}
`;

/** Runs the command and records every loaded module. Returns the URLs relative to the repository. */
async function loaded(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = project({ ...files, 'hooks.mjs': HOOKS });
  writeFileSync(
    join(cwd, 'register.mjs'),
    `import { register } from 'node:module';\nregister(${JSON.stringify(pathToFileURL(join(cwd, 'hooks.mjs')).href)});\n`,
  );
  const list = join(cwd, 'loaded.txt');
  const finished = await runNode(['--import', pathToFileURL(join(cwd, 'register.mjs')).href, bin, ...args], {
    cwd,
    env: { LOADED: list },
  });
  const urls = readFileSync(list, 'utf8').split('\n');
  const own = urls.filter((url) => url.startsWith(pathToFileURL(root).href));
  return { ...finished, modules: own.map((url) => url.slice(pathToFileURL(root).href.length)) };
}

describe('what a command loads (PERF-04)', () => {
  const foreign = (modules: readonly string[]) => modules.filter((module) => !module.startsWith('packages/cli/'));

  it.each([['--version'], ['run', '--help']])('%s %s: only the command itself', async (...args) => {
    const { modules } = await loaded(args);
    expect(modules).toContain('packages/cli/dist/main.js');
    expect(foreign(modules)).toEqual(['packages/core/dist/commands.js']);
  });

  it.each([['--help'], []])('%s without a configuration: what finds one, and nothing that reads or runs it', async (...args) => {
    const { modules } = await loaded(args);
    expect(foreign(modules).filter((module) => !/^packages\/(core|config)\//.test(module))).toEqual([]);
    expect(modules.filter((module) => /\/rest-/.test(module))).toEqual([]);
  });

  it('a run with a scripted model loads neither the SDK nor the Anthropic provider', async () => {
    const { code, stdout, stderr, modules } = await loaded(['run'], {
      'agent.config.yaml': [
        'providers: { script: { use: "@loadout/model-script", options: { turns: [{ text: Hello. }] } } }',
        'agents: { helper: { model: script/demo, instructions: Answer., prompt: Hi. } }',
      ].join('\n'),
    });
    expect([code, stdout], stderr).toEqual([0, 'Hello.\n']);
    expect(modules.filter((module) => /anthropic/.test(module))).toEqual([]);
  });

  it.each(['--version', '-v'])('%s prints the version of the protocol and of the package (U5)', async (flag) => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as { version: string };
    const { code, stdout } = await runNode([bin, flag], { cwd: project({}) });
    expect([code, stdout]).toEqual([0, `2.1.330 (Loadout ${version})\n`]);
  });
});
