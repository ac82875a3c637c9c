import { plural, printable } from '@loadout/command';
import type { cancel } from '../arguments/engine-definitions.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import type { Command } from './command.js';

export const execute: Command<typeof cancel> = async ({ positionals: [run = ''] }, io) => {
  const { EngineClient } = await loadEnginePackage('loadout cancel');
  const client = new EngineClient(engineAddress(io.env));
  if (await client.removeJob(run)) {
    io.out(`Removed the scheduled job ${printable(run)}\n`);
    return 0;
  }
  const count = await client.cancel(run);
  io.out(count === 0 ? 'The run had ended.\n' : `Cancelled ${plural(count, 'prompt')} of ${run}\n`);
  return 0;
};
