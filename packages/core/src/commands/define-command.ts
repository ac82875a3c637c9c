import type { CommandDefinition } from '../contract/command.js';
import type { Command } from './command.js';

/** Defines a command of a package: the default export of the module that the manifest names. */
export const defineCommand = <const D extends CommandDefinition>(definition: D, run: Command<D>['run']): Command<D> => ({
  definition,
  run,
});
