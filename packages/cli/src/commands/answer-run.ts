import { userInfo } from 'node:os';
import type { approve as approveDefinition, deny as denyDefinition } from '../arguments/engine-definitions.js';
import type { Io } from '../io.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { printable } from '../render/printable.js';
import type { Command } from './command.js';

export const approve: Command<typeof approveDefinition> = ({ positionals }, io) => answer(positionals, io, { behavior: 'allow' });

export const deny: Command<typeof denyDefinition> = ({ positionals, flags }, io) =>
  answer(positionals, io, { behavior: 'deny', message: flags.message });

async function answer(
  [run = '', call]: readonly string[],
  io: Io,
  given: { readonly behavior: 'allow' | 'deny'; readonly message?: string | undefined },
): Promise<number> {
  const { EngineClient } = await loadEnginePackage(io.cwd, `loadout ${given.behavior === 'allow' ? 'approve' : 'deny'}`);
  const asked = await new EngineClient(engineAddress(io.env)).answer(run, call, { ...given, by: userInfo().username });
  io.out(printable(`${given.behavior === 'allow' ? 'Allowed' : 'Denied'} ${asked.tool} (${asked.call}) of ${run}\n`));
  return 0;
}
