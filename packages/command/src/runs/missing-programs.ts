import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { HOOK_EVENTS, type LoadoutError } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { homeOf, isProgram } from '@loadout/node';
import { errors } from '../errors.js';

export interface MissingProgram {
  /** The hook or the server that starts the program. */
  readonly what: string;
  readonly error: LoadoutError;
  /** Whether the hook is a guard: without its program, nothing that it guards works, or nothing is guarded. */
  readonly isGuard: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The programs and scripts of hooks and servers that are not on this machine, as far as their names can be read (F21). */
export function missingPrograms(plan: Plan, env: Env): readonly MissingProgram[] {
  const holders = [plan, ...Object.values(plan.agents), ...Object.values(plan.skills ?? {})];
  const hooks = holders
    .flatMap((holder) => holder.hooks)
    .flatMap((hook) => {
      const { command, args } = hook.entry;
      if (hook.entry.type !== 'command' || typeof command !== 'string') return [];
      const words = Array.isArray(args)
        ? [command, ...args.map(String)]
        : firstWords(command, { env, configDir: plan.configDir });
      const isGuard = HOOK_EVENTS[hook.event].guards === true;
      return problemsOf(words, { what: `hook ${hook.event}`, isGuard, cwd: plan.workspace, env, position: hook.position });
    });
  const servers = Object.entries(plan.mcpServers ?? {}).flatMap(([key, { options, position }]) => {
    const { command, args, cwd, disabled } = options;
    if (typeof command !== 'string' || disabled === true) return [];
    const folder = resolve(plan.workspace, typeof cwd === 'string' ? cwd : '.');
    const words = [command, ...(Array.isArray(args) ? args.map(String) : [])];
    return problemsOf(words, { what: `server ${key}`, isGuard: false, cwd: folder, env, position });
  });
  return [...hooks, ...servers];
}

interface Start {
  readonly what: string;
  readonly isGuard: boolean;
  readonly cwd: string;
  readonly env: Env;
  readonly position: LoadoutError['position'];
}

/** Programs whose first argument is a script. */
const INTERPRETERS = /^(?:node|bash|sh|zsh|dash|python\d*(?:\.\d+)?|ruby|perl|php)$/;

function problemsOf([program, script]: readonly string[], start: Start): readonly MissingProgram[] {
  if (program === undefined || program === '') return [];
  const { what, isGuard, position } = start;
  const found = stateOf(program, start);
  const isScript = found === undefined && script !== undefined && INTERPRETERS.test(program) && !script.startsWith('-');
  const problem = isScript && !existsSync(resolve(start.cwd, script)) ? 'is not there' : found;
  if (problem === undefined) return [];
  const name = isScript ? script : program;
  return [{ what, isGuard, error: errors.PROGRAM_MISSING({ what, program: name, problem, isGuard }, { position }) }];
}

function stateOf(program: string, { cwd, env }: Start): string | undefined {
  if (!program.includes('/')) {
    const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
    return folders.some((folder) => isProgram(join(folder, program))) ? undefined : 'is in no folder of PATH';
  }
  const file = isAbsolute(program) ? program : resolve(cwd, program);
  if (!existsSync(file)) return 'is not there';
  return isProgram(file) ? undefined : 'is not executable';
}

/** Words at the start of a line that start no program, or about whose program nothing can be said here. */
const OF_THE_SHELL =
  /^(?:!|\[|\[\[|\{|\.|:|alias|bg|break|builtin|case|cd|command|declare|do|echo|eval|exec|exit|export|false|for|function|if|local|printf|read|return|set|shift|source|test|time|trap|true|type|ulimit|umask|unset|until|while)$/;

/** The first command of a line. The shell reads on after it. */
const FIRST = /^(?:"[^"]*"|'[^']*'|\\.|[^;&|<>\n"'\\])*/;

/** The end of a line whose author has thought of a failure, as in `./x.sh || true` and `./x.sh; exit 0`. */
const CAUGHT = /^[^;\n]*\|\||[;\n]\s*(?:true|:|exit 0)[;\s]*$/;

/** The first words of a shell line, up to the first that only a shell can read. Empty: nothing can be said about the line. */
function firstWords(line: string, { env, configDir }: { readonly env: Env; readonly configDir: string }): readonly string[] {
  const known: Env = { CLAUDE_PROJECT_DIR: configDir, LOADOUT_PROJECT_DIR: configDir, HOME: homeOf(env) };
  const words: string[] = [];
  const first = FIRST.exec(line)?.[0] ?? '';
  if (CAUGHT.test(line.slice(first.length))) return words;
  for (const [word] of first.matchAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g)) {
    const plain = word
      .replace(/^~(?=\/)/, known.HOME ?? '')
      .replace(/'([^']*)'|\$\{?(\w+)\}?/g, (whole, quoted?: string, name?: string) => quoted ?? known[name ?? ''] ?? whole)
      .replaceAll('"', '');
    if (/[`\\;&|<>(){}*?[\]$~#]/.test(plain) || OF_THE_SHELL.test(plain)) break;
    if (words.length > 0 || !/^\w+=/.test(plain)) words.push(plain);
  }
  return words;
}
