import { isLoadoutError } from '@loadout/core';
import { run } from './run.js';

try {
  await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  });
} catch (error) {
  if (!isLoadoutError(error)) throw error;
  process.stderr.write(`${error.message}\n${error.fix === undefined ? '' : `Fix: ${error.fix}\n`}`);
  process.exitCode = 2;
}
