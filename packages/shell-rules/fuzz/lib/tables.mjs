import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ANALYSE = fileURLToPath(new URL('../../src/analyse', import.meta.url));

/** The tables of the analyser, from its sources, because no package exports them. */
export async function readTables() {
  const files = { 'file-programs': 'FILE_PROGRAMS', 'rule-programs': 'RULE_PROGRAMS', 'risky-options': 'RISKS' };
  const lines = [
    ...Object.entries(files).map(([file, name]) => `export { ${name} } from './${file}.js';`),
    "export { PROGRAMS } from '../programs/index.js';",
    "export { OPAQUE, RUNNERS, WRAPPERS } from './wrappers.js';",
  ];
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: ANALYSE },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [{ name: 'sources', setup: (one) => one.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, toSource) }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

const toSource = ({ path, resolveDir }) => ({ path: resolve(resolveDir, path.replace(/\.js$/, '.ts')) });

const bash = (script) => execFileSync('bash', ['--noprofile', '--norc', '-c', script], { encoding: 'utf8' });
const LONG = /(?<![\w-])--([a-zA-Z0-9][\w-]+)/g;
/** Programs that would wait, or do something, if asked for help. */
const NOT_ASKED = /^(?:less|man|yes|sqlite3|psql|screen|tmux|at|batch|ssh|su|sudo|doas|watch|script|\.|source)$/;

/** The long options that an installed program lists itself. */
function toldBy(name) {
  if (NOT_ASKED.test(name)) return [];
  const { stdout = '', stderr = '' } = spawnSync('timeout', ['1', name, '--help'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
  });
  return [...`${stdout}${stderr}`.slice(0, 60_000).matchAll(LONG)].map(([, option]) => option);
}

const words = (text) => (text ?? '').split(' ').filter(Boolean);

/**
 * Every program of the tables and every builtin of bash, each with its long options: the options of the table and the options
 * that the program lists.
 */
export async function readPrograms() {
  const { FILE_PROGRAMS, RULE_PROGRAMS, PROGRAMS, RISKS, WRAPPERS, OPAQUE, RUNNERS } = await readTables();
  const programs = new Map();
  const add = (name, options) => programs.set(name, new Set([...(programs.get(name) ?? []), ...options]));
  for (const [name, one] of Object.entries({ ...FILE_PROGRAMS, ...RULE_PROGRAMS }))
    add(
      name,
      [one.long, one.longValues, one.attached, one.readsValue, one.writesValue, one.below, one.inPlace]
        .flatMap(words)
        .filter((option) => option.length > 1),
    );
  for (const [name, one] of Object.entries(WRAPPERS)) add(name, words(`${one.long ?? ''} ${one.longValues ?? ''}`));
  for (const [name, one] of Object.entries(RISKS)) add(name, words(one.long));
  for (const [name, { covers }] of Object.entries(PROGRAMS))
    add(
      name,
      Object.values(covers)
        .flatMap((row) => words(`${row.long ?? ''} ${row.longValues ?? ''} ${row.attached ?? ''}`))
        .filter((option) => option.length > 1),
    );
  for (const name of ['find', 'xargs', ...OPAQUE, ...Object.keys(RUNNERS)]) add(name, []);
  const builtins = bash('compgen -b').trim().split('\n');
  for (const name of builtins) {
    const help = bash(`help -- '${name}' 2>/dev/null || :`);
    add(
      name,
      [...help.matchAll(LONG)].map(([, option]) => option),
    );
  }
  for (const name of programs.keys()) if (!builtins.includes(name) && !name.includes(' ')) add(name, toldBy(name));
  return [...programs].map(([name, long]) => ({ name, long: [...long].slice(0, 150) }));
}
