import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadout, project, root, runNode } from '../lib/loadout.js';

const TRAP = `require('node:fs').appendFileSync(process.env.MADE, __filename + '\\n');`;
const MODULE = `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.MADE, import.meta.url + '\\n');`;
const codeOf = (name: string) => (name.endsWith('.mjs') ? MODULE : TRAP);
const codes = (...names: readonly string[]) =>
  names.flatMap((name) => ['js', 'cjs', 'mjs', 'ts'].map((ending) => `${name}.${ending}`));

/** A configuration of cosmiconfig itself, which names more places. */
const MORE = '{ "cosmiconfig": { "searchPlaces": ["trap.js", "trap.cjs", "trap.mjs"], "$import": "./trap.cjs" } }';
const PACKAGE = MORE.replace(/\}$/, ', "agent": { "$import": "./trap.cjs" }, "loadout": { "agents": {} } }');

/** The places where cosmiconfig looks for a configuration of itself. It takes the first, so each is tried alone. */
const OF_ITSELF: Readonly<Record<string, string>> = {
  'package.json': PACKAGE,
  'package.yaml': PACKAGE,
  ...Object.fromEntries(['json', 'yaml', 'yml'].map((ending) => [`.config/config.${ending}`, MORE])),
  ...Object.fromEntries(codes('.config/config').map((name) => [name, codeOf(name)])),
};
const USUAL = codes('.agentrc', '.config/agentrc', '.loadoutrc', 'loadout.config', '.cosmiconfigrc', 'trap');

/** A home with code in every place where any cosmiconfig would run it, in the deepest folder and in those around it. */
function trapped(ofItself: string, config: Readonly<Record<string, string>> = {}): string {
  const names = [...USUAL, 'agent.config.cjs', '.config/agent.config.cjs'];
  const traps = { ...Object.fromEntries(names.map((name) => [name, codeOf(name)])), [ofItself]: OF_ITSELF[ofItself] ?? '' };
  const own = Object.fromEntries(codes('.home/.config/agent/config').map((name) => [name, codeOf(name)]));
  const inside = Object.fromEntries(Object.entries(traps).map(([name, text]) => [`work/here/${name}`, text]));
  return project({ ...traps, ...own, ...inside, ...config });
}

/** Runs a module. Returns what it printed, and the names of the files that ran. */
async function ran(source: string, folders: readonly string[]) {
  const cwd = project({ 'script.mjs': source });
  const env = { MADE: join(cwd, 'made') };
  const { stdout, stderr } = await runNode([join(cwd, 'script.mjs'), ...folders], { cwd, env, trust: false });
  return { lines: stdout.split('\n').slice(0, -1), stderr, made: existsSync(env.MADE) ? readFileSync(env.MADE, 'utf8') : '' };
}

const CONFIG = pathToFileURL(join(root, 'packages/config/dist/index.js')).href;
const FIND = `
  import { once } from 'node:events';
  import { isMainThread, Worker } from 'node:worker_threads';
  import { findConfig } from ${JSON.stringify(CONFIG)};
  const { cwd } = process;
  const find = (home) => {
    process.env.XDG_CONFIG_HOME = home + '/.home/.config';
    console.log(isMainThread ? 'main' : 'worker', String(findConfig({ cwd: cwd(), env: { HOME: home } })));
    if (process.cwd !== cwd) throw new Error('The current folder is another function.');
  };
  if (!isMainThread) find(process.env.HERE);
  else for (const folder of process.argv.slice(2)) {
    process.chdir(folder + '/work/here');
    find(folder);
    await once(new Worker(new URL(import.meta.url), { env: { ...process.env, HERE: folder } }), 'exit');
  }
`;

describe('looking for a configuration (CFG-01)', () => {
  it('runs nothing of any folder, in the main thread and in a worker', async () => {
    const names = ['agent.config.yaml', 'agent.config.js', '.config/agent.config.ts', 'work/here/.config/agent.config.mjs'];
    const tried = Object.keys(OF_ITSELF).flatMap((ofItself, index) => {
      const name = names[index % names.length] ?? '';
      const folder = trapped(ofItself, { [name]: codeOf(name) });
      return [
        { folder, found: join(folder, name) },
        { folder: trapped(ofItself), found: 'undefined' },
      ];
    });
    const folders = tried.map(({ folder }) => folder);
    const { lines, stderr, made } = await ran(FIND, folders);
    const expected = tried.flatMap(({ found }) => [`main ${found}`, `worker ${found}`]);
    expect({ lines, made }, stderr).toEqual({ lines: expected, made: '' });
  });

  it.each(['js', 'cjs', 'mjs'])('would run .config/config.%s if cosmiconfig were made in the usual way', async (ending) => {
    const library = pathToFileURL(join(root, 'node_modules/cosmiconfig/dist/index.js')).href;
    const name = `.config/config.${ending}`;
    const usual = `import { cosmiconfigSync } from ${JSON.stringify(library)}; process.chdir(process.argv[2]); cosmiconfigSync('agent');`;
    expect((await ran(usual, [trapped(name)])).made).toContain(name);
  });

  it.each(['check', 'run', 'tools', 'trust'])(
    'does not run a configuration that is code before trust: loadout %s',
    async (command) => {
      for (const name of ['agent.config.js', '.config/agent.config.js', '.config/agent.config.mjs', '.config/agent.config.ts']) {
        const folder = trapped('.config/config.cjs', { [name]: codeOf(name) });
        const env = { MADE: join(folder, 'made') };
        const { stderr, stdout } = await loadout([command], { cwd: join(folder, 'work/here'), env, trust: false });
        expect(`${stdout}${stderr}`).toContain(name);
        expect(existsSync(env.MADE)).toBe(false);
      }
    },
  );
});
