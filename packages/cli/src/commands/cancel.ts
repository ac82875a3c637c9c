import type { cancel } from '../arguments/engine-definitions.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { plural } from '../render/numbers.js';
import type { Command } from './command.js';

export const execute: Command<typeof cancel> = async ({ positionals: [run = ''] }, io) => {
  const { EngineClient } = await loadEnginePackage(io.cwd, 'loadout cancel');
  const count = await new EngineClient(engineAddress(io.env)).cancel(run);
  io.out(count === 0 ? 'The run had ended.\n' : `Cancelled ${plural(count, 'prompt')} of ${run}\n`);
  return 0;
};
