import type { Program } from './program.js';
import { VERSION } from './python-packages.js';

/** A package of the registry by its name. An address, a repository or a folder may hold any code. */
const NAME = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:@[\w.^~-]+)?$/;
const FIRST = [['', new RegExp(`^(?!${NAME.source.slice(1)})`)]] as const;

const runner = (options: Program['options']): Program => ({
  options: { ...options, odd: [...(options.odd ?? []), ...FIRST], operands: 'command' },
  covers: { '': { runs: { from: 0, of: '*' } } },
  asks: '',
});

/** Programs whose job is to run a program of a package. What is behind them is judged as that program. */
export const NPX = runner({
  single: true,
  flags: 'yq',
  long: 'yes no no-install quiet prefer-offline offline ignore-existing',
});
export const BUNX = runner({ long: 'bun silent verbose no-install' });
export const PNPX = runner({ long: 'silent' });
export const UVX = runner({
  odd: [['python', VERSION]],
  flags: 'qv',
  long: 'quiet verbose offline isolated no-cache',
  longValues: 'python',
});
