import { defineCommand } from '@loadout/core/commands';
import { EngineClient } from '../client/engine-client.js';
import { engineAddress, WHERE } from '../engine/engine-place.js';

const definition = {
  name: 'cancel',
  group: 'more',
  summary: 'Cancel a run on the engine, or remove a scheduled job.',
  positionals: [{ name: 'run', help: 'The id of the run, or of the job.' }],
  flags: [],
  details: [
    'The worker interrupts the run and ends its child processes. The session can be continued with another prompt.',
    'A removed job no longer fires. A run that it started is not cancelled. loadout schedule list --engine lists the jobs.',
    WHERE,
  ],
  examples: ['4f0c2a91'],
} as const;

export default defineCommand(definition, async ({ positionals: [run = ''] }, host) => {
  const client = new EngineClient(engineAddress(host.env));
  if (await client.removeJob(run)) {
    host.out(`Removed the scheduled job ${run}\n`);
    return 0;
  }
  const count = await client.cancel(run);
  host.out(count === 0 ? 'The run had ended.\n' : `Cancelled ${count} ${count === 1 ? 'prompt' : 'prompts'} of ${run}\n`);
  return 0;
});
