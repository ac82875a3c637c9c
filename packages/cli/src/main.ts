import { readFileSync } from 'node:fs';
import { findDefinition } from './arguments/find-definition.js';
import { commandHelp, familyHelp, generalHelp } from './arguments/help.js';
import { isEngineCall } from './engine/is-engine-call.js';
import { keepCompiled } from './keep-compiled.js';

const argv = process.argv.slice(2);
const asksHelp = ['help', '--help', '-h'].includes(argv[0] ?? '');

/** Programs that start an engine ask for its version, and expect one first whose protocol they know. Source: CLI-01, U5. */
const PROTOCOL = '2.1.330';

/** Answers requests that need only this file. The rest of the command is loaded on demand. */
function answered(): boolean {
  const [first] = argv;
  if (first === '--version' || first === '-v') {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    process.stdout.write(`${PROTOCOL} (Loadout ${version})\n`);
    return true;
  }
  if (isEngineCall(argv)) return false;
  const found = findDefinition(asksHelp ? argv.slice(1) : argv);
  const beforeDashes = found?.rest.slice(0, found.rest.includes('--') ? found.rest.indexOf('--') : undefined) ?? [];
  const isFamily = found === undefined && (argv[1] === '--help' || argv[1] === '-h');
  if (!asksHelp && !isFamily && !beforeDashes.includes('--help') && !beforeDashes.includes('-h')) return false;
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  const word = (asksHelp ? argv[1] : first) ?? '';
  const text =
    found === undefined ? (word === '' ? generalHelp(width) : familyHelp(word, width)) : commandHelp(found.definition, width);
  if (text === undefined) return false;
  process.stdout.write(text);
  return true;
}

/** Listens for a failed write of this file's own output; the rest of the command has a listener of its own. */
const onLost = ({ message }: Error) => {
  process.stderr.write(`error OUTPUT_LOST: Standard output cannot be written: ${message}\n`);
  process.exitCode = 1;
};
process.stdout.once('error', onLost);

if (!answered()) {
  process.stdout.off('error', onLost);
  if (argv.length === 0) {
    process.stderr.write(generalHelp(process.stderr.isTTY ? process.stderr.columns : undefined));
    process.exitCode = 2;
  } else {
    keepCompiled(process.env);
    const { runCommandLine } = await import('./command-line.js');
    // Help of something unknown is answered as the unknown command.
    await runCommandLine(asksHelp && argv.length > 1 ? argv.slice(1) : argv);
  }
}
