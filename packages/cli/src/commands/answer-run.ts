import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import type { approve as approveDefinition, deny as denyDefinition } from '../arguments/engine-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { printable } from '../render/printable.js';
import type { Command } from './command.js';

export const approve: Command<typeof approveDefinition> = ({ positionals, flags }, io) =>
  answer(positionals, io, { behavior: 'allow', keyFile: flags.key });

export const deny: Command<typeof denyDefinition> = ({ positionals, flags }, io) =>
  answer(positionals, io, { behavior: 'deny', message: flags.message, keyFile: flags.key });

interface Given {
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  /** The file of the private key. */
  readonly keyFile?: string | undefined;
}

async function answer(
  [run = '', call]: readonly string[],
  io: Io,
  { keyFile = io.env.LOADOUT_APPROVER_KEY, ...given }: Given,
): Promise<number> {
  const { EngineClient } = await loadEnginePackage(io.cwd, `loadout ${given.behavior === 'allow' ? 'approve' : 'deny'}`);
  const key = keyFile ? readKey(resolve(io.cwd, keyFile)) : undefined;
  const by = userInfo().username;
  const asked = await new EngineClient(engineAddress(io.env)).answer(run, call, { ...given, by, key });
  io.out(printable(`${given.behavior === 'allow' ? 'Allowed' : 'Denied'} ${asked.tool} (${asked.call}) of ${run}\n`));
  return 0;
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw errors.APPROVER_KEY({ file, problem: messageOf(error) }, { cause: error });
  }
}
