import { readFileSync } from 'node:fs';
import { findDefinition } from './arguments/find-definition.js';
import { commandHelp, generalHelp } from './arguments/help.js';

const argv = process.argv.slice(2);

/** What needs nothing but this file is answered here; the rest is loaded when it is asked for. */
function answered(): boolean {
  const [first] = argv;
  if (first === '--version' || first === '-v') {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    process.stdout.write(`${version}\n`);
    return true;
  }
  const asks = first === 'help' || first === '--help' || first === '-h';
  const found = findDefinition(asks ? argv.slice(1) : argv);
  const beforeDashes = found?.rest.slice(0, found.rest.includes('--') ? found.rest.indexOf('--') : undefined) ?? [];
  if (!asks && !beforeDashes.includes('--help') && !beforeDashes.includes('-h')) return false;
  process.stdout.write(found === undefined ? generalHelp() : commandHelp(found.definition));
  return true;
}

if (!answered()) {
  if (argv.length === 0) {
    process.stderr.write(generalHelp());
    process.exitCode = 2;
  } else {
    const { runCommandLine } = await import('./command-line.js');
    await runCommandLine(argv);
  }
}
