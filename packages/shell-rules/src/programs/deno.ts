import type { Program } from './program.js';
import { each } from './rows.js';

/** A file of the folder. `jsr:`, `npm:` and an address bring code. */
const FILES = [['', /^[/~]|:|(?:^|\/)\.\.(?:\/|$)/, /^[\w.]/]] as const;

const BASE = {
  flags: 'qrAL',
  long: 'quiet no-lock frozen allow-all no-check no-prompt cached-only unstable',
  values: '',
} as const;

export const DENO: Program = {
  options: { flags: 'hVq', long: 'help version quiet' },
  covers: {
    test: {
      ...BASE,
      long: `${BASE.long} doc fail-fast no-run parallel watch trace-leaks`,
      attached: 'fail-fast shuffle',
      longValues: 'filter',
      odd: FILES,
    },
    bench: { ...BASE, long: `${BASE.long} json no-run`, longValues: 'filter', odd: FILES },
    check: { ...BASE, long: `${BASE.long} all doc`, odd: FILES },
    ...each('lint fmt', {
      ...BASE,
      long: `${BASE.long} check fix json compact watch single-quote no-semicolons use-tabs`,
      longValues: 'ext ignore line-width indent-width rules-tags',
      odd: FILES,
    }),
    task: { flags: 'qr', long: 'quiet recursive', operands: 'task' },
    run: { ...BASE, long: `${BASE.long} watch`, operands: 'task', odd: FILES },
    info: { ...BASE, long: `${BASE.long} json`, odd: FILES },
    ...each('outdated audit types', { ...BASE, odd: [['', /^/]] }),
  },
  asks: 'add approve-scripts bump-version bundle cache ci clean compile completions coverage create deploy desktop doc eval help init install jupyter link list lsp pack publish remove repl sandbox serve transpile uninstall unlink update upgrade vendor watch why x',
};
