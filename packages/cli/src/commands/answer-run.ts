import { userInfo } from 'node:os';
import type { Approval } from '@loadout/engine-restate';
import type {
  answer as answerDefinition,
  approve as approveDefinition,
  deny as denyDefinition,
} from '../arguments/engine-definitions.js';
import type { Io } from '../io.js';
import { engineAddress, loadEnginePackage } from '../load/engine-package.js';
import { printable } from '../render/printable.js';
import type { Command } from './command.js';

export const approve: Command<typeof approveDefinition> = ({ positionals }, io) =>
  give(positionals, io, { command: 'approve', answer: { behavior: 'allow' } });

export const deny: Command<typeof denyDefinition> = ({ positionals, flags }, io) =>
  give(positionals, io, { command: 'deny', answer: { behavior: 'deny', message: flags.message } });

export const answer: Command<typeof answerDefinition> = ({ positionals, flags }, io) =>
  give(positionals, io, { command: 'answer', answer: { behavior: 'allow', texts: flags.text } });

interface Given {
  readonly command: 'approve' | 'deny' | 'answer';
  readonly answer: Pick<Approval, 'behavior' | 'message' | 'texts'>;
}

const DID = { approve: 'Allowed', deny: 'Denied', answer: 'Answered' } as const;

async function give([run = '', call]: readonly string[], io: Io, { command, answer: given }: Given): Promise<number> {
  const { EngineClient } = await loadEnginePackage(io.cwd, `loadout ${command}`);
  const asked = await new EngineClient(engineAddress(io.env)).answer(run, call, { ...given, by: userInfo().username });
  io.out(printable(`${DID[command]} ${asked.tool} (${asked.call}) of ${run}\n`));
  return 0;
}
