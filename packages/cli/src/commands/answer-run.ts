import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { printable } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { Approval } from '@loadout/engine-restate';
import type {
  answer as answerDefinition,
  approve as approveDefinition,
  deny as denyDefinition,
} from '../arguments/engine-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import type { Command } from './command.js';

export const approve: Command<typeof approveDefinition> = ({ positionals, flags }, io) =>
  give(positionals, io, { command: 'approve', answer: { behavior: 'allow' }, keyFile: flags.key });

export const deny: Command<typeof denyDefinition> = ({ positionals, flags }, io) =>
  give(positionals, io, { command: 'deny', answer: { behavior: 'deny', message: flags.message }, keyFile: flags.key });

export const answer: Command<typeof answerDefinition> = ({ positionals, flags }, io) =>
  give(positionals, io, { command: 'answer', answer: { behavior: 'allow', texts: flags.text } });

interface Given {
  readonly command: 'approve' | 'deny' | 'answer';
  readonly answer: Pick<Approval, 'behavior' | 'message' | 'texts'>;
  /** The file of the private key. */
  readonly keyFile?: string | undefined;
}

const DID = { approve: 'Allowed', deny: 'Denied', answer: 'Answered' } as const;

async function give(
  [run = '', call]: readonly string[],
  io: Io,
  { command, answer: given, keyFile = io.env.LOADOUT_APPROVER_KEY }: Given,
): Promise<number> {
  const { EngineClient } = await loadEnginePackage(`loadout ${command}`);
  const key = keyFile ? readKey(resolve(io.cwd, keyFile)) : undefined;
  const by = userInfo().username;
  const asked = await new EngineClient(engineAddress(io.env)).answer(run, call, { ...given, by, key });
  io.out(printable(`${DID[command]} ${asked.tool} (${asked.call}) of ${run}\n`));
  return 0;
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw errors.APPROVER_KEY({ file, problem: messageOf(error) }, { cause: error });
  }
}
