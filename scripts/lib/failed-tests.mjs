import { readFileSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { globSync } from 'tinyglobby';
import { ROOT } from './workspace.mjs';

/** The tests that a log of vitest names as failed, in its order, each with the first line of its error. */
export function failedTests(log) {
  const failed = new Map();
  let waiting = [];
  for (const line of stripVTControlCharacters(log).split('\n')) {
    const [, name] = /\bFAIL\s+(.+)/.exec(line) ?? [];
    const [error] = /\b\w*Error: .*/.exec(line) ?? [];
    if (name !== undefined) waiting.push(name.trim());
    else if (error !== undefined) {
      for (const one of waiting) failed.set(one, error);
      waiting = [];
    }
  }
  for (const one of waiting) failed.set(one, '');
  return [...failed].map(([test, error]) => ({ test, error }));
}

/** The logs that tasks wrote since a moment, in milliseconds since 1970. */
export const logsSince = (moment) =>
  globSync(['.turbo/turbo-*.log', 'packages/*/.turbo/turbo-*.log'], { cwd: ROOT, dot: true, absolute: true })
    .filter((path) => statSync(path).mtimeMs >= moment)
    .map((path) => readFileSync(path, 'utf8'));

/** Prints failed tests, each with the first line of its error. */
export function printFailures(failed) {
  for (const { test, error } of failed) console.log(`failed: ${test}\n  ${error.split('\n', 1)[0]}`);
}
