import { readFileSync } from 'node:fs';
import type { CommandDefinition } from '@loadout/core/commands';
import { findDefinition } from './arguments/definition.js';
import { definitions } from './arguments/definitions.js';
import { commandHelp, familyHelp, fullHelp, generalHelp } from './arguments/help.js';
import { isEngineCall } from './is-engine-call.js';
import { keepCompiled } from './keep-compiled.js';
import { allCommands, ownCommands } from './packaged/own-commands.js';

const argv = process.argv.slice(2);
const HELP = new Set(['--help', '-h']);
const asksHelp = argv[0] === 'help' || HELP.has(argv[0] ?? '');

/** Programs that start an engine ask for its version, and expect one first whose protocol they know. Source: CLI-01, U5. */
const PROTOCOL = '2.1.330';

/** Answers requests that need only this file. The rest of the command is loaded on demand. */
async function answered(): Promise<boolean> {
  const [first] = argv;
  if (first === '--version' || first === '-v') {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    process.stdout.write(`${PROTOCOL} (Loadout ${version})\n`);
    return true;
  }
  if (isEngineCall(argv)) return false;
  const words = asksHelp ? argv.slice(1) : argv;
  const beforeDashes = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
  if (!asksHelp && !beforeDashes.some((word) => HELP.has(word))) return false;
  const text = await helpFor(words.filter((word) => !HELP.has(word)));
  if (text !== undefined) process.stdout.write(text);
  return text !== undefined;
}

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/** The help of a command, of the commands that begin with a word, of `all`, or a screen of the first ones. Nothing of a package or a configuration runs. */
async function helpFor(words: readonly string[], { isTTY, columns }: Screen = process.stdout): Promise<string | undefined> {
  const width = isTTY ? columns : undefined;
  const own = findDefinition(words, [...definitions, ...ownCommands(words[0]).map(({ definition }) => definition)]);
  if (own !== undefined) return commandHelp(own.definition, width);
  const mounted = await mountedHere({ cwd: process.cwd(), env: process.env });
  const found = findDefinition(words, mounted);
  if (found !== undefined) return commandHelp(found.definition, width);
  const [word, ...more] = words;
  const commands = [...allCommands(), ...mounted];
  if (word === undefined) return generalHelp({ own: allCommands(), mounted }, width);
  if (more.length > 0) return undefined;
  return familyHelp(word, commands, width) ?? (word === 'all' ? fullHelp(commands, width) : undefined);
}

/** The commands of the plugins that a configuration mounts. Without a configuration, only what finds one is loaded. */
async function mountedHere(place: {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}): Promise<readonly CommandDefinition[]> {
  try {
    const { findConfig } = await import('@loadout/config');
    if (findConfig(place) === undefined) return [];
  } catch {
    return [];
  }
  return (await import('./commands/others.js')).listMounted(place);
}

/** Whether a person stands in a folder with a configuration, and typed nothing but the name of this command. */
async function chatsHere(): Promise<boolean> {
  const { stdin, stdout, stderr, env } = process;
  if (!stdin.isTTY || !stdout.isTTY || !stderr.isTTY) return false;
  const { findConfig } = await import('@loadout/config');
  return findConfig({ cwd: process.cwd(), env }) !== undefined;
}

/** Listens for a failed write of this file's own output; the rest of the command has a listener of its own. */
const onLost = ({ message }: Error) => {
  process.stderr.write(`error OUTPUT_LOST: Standard output cannot be written: ${message}\n`);
  process.exitCode = 1;
};
process.stdout.once('error', onLost);

if (!(await answered())) {
  process.stdout.off('error', onLost);
  if (argv.length === 0 && !(await chatsHere())) {
    process.stderr.write((await helpFor([], process.stderr)) ?? '');
    process.exitCode = 2;
  } else {
    keepCompiled(process.env);
    const { runCommandLine } = await import('./command-line.js');
    // Help of something unknown is answered as the unknown command.
    const words = argv.length === 0 ? ['chat'] : asksHelp && argv.length > 1 ? argv.slice(1) : argv;
    await runCommandLine(words, { isEngine: isEngineCall(words) });
  }
}
