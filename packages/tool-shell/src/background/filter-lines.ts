import { runInNewContext } from 'node:vm';
import { errors } from '../errors.js';

const MOST_MS = 250;

/** The lines that a pattern matches. The pattern is the model's, and some patterns take for ever: it gets a moment for all of them. */
export function filterLines(text: string, filter: RegExp): string {
  // With a state of its own a global pattern would skip lines.
  const pattern = new RegExp(filter.source, filter.flags.replace(/[gy]/g, ''));
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const work = () => lines.filter((line) => pattern.test(line.replace(/\n$/, ''))).join('');
  try {
    return runInNewContext('work()', { work }, { timeout: MOST_MS }) as string;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw errors.SHELL_FILTER_SLOW({ pattern: filter.source, ms: MOST_MS }, { cause });
  }
}
