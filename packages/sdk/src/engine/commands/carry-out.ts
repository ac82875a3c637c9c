import { randomUUID } from 'node:crypto';
import type { Conversation, OpenOptions } from '@loadout/runner';
import type { Frame } from '../../frames/frame.js';
import type { Framer } from '../../frames/framer.js';
import type { LocalAnswer } from '../../frames/local-frames.js';
import type { Prepared } from '../../setup/prepare.js';
import type { Controlled } from '../control/controlled.js';
import { isUnavailable, type LocalCommand } from './command-in.js';

/** The text about a command that the model reads with the next prompt. */
const recordOf = ({ name, args, text }: LocalAnswer): string =>
  [
    '<local-command-caveat>The user ran this command, and its output went straight to the user. It asks nothing of you.</local-command-caveat>',
    `<command-name>/${name}</command-name>`,
    `<command-args>${args}</command-args>`,
    `<local-command-stdout>${text}</local-command-stdout>`,
  ].join('\n');

export interface Carrying {
  /** The uuid of the prompt. */
  readonly id: string;
  readonly engine: Controlled;
  readonly framer: Framer;
  readonly send: (frame: Frame) => void;
  /** Opens a new session as that of the query. */
  readonly reopen: (ready: Prepared, choice: OpenOptions) => Promise<Conversation>;
}

/** Answers a command without the model. The model reads the command and its answer with the next prompt (W4). */
export async function carryOut(command: LocalCommand, carrying: Carrying): Promise<void> {
  const { id, engine, framer, send } = carrying;
  const { answerCommand } = await import('./answer-command.js');
  if (command.name === 'clear') await clear(carrying);
  const text = await answerCommand(command, engine);
  const answer = { ...command, text, isUnavailable: isUnavailable(command.name) };
  for (const frame of framer.answered(answer, engine.lastResult)) send(frame);
  if (text !== '') (await engine.conversation()).append([{ type: 'text', text: recordOf(answer) }], id);
}

/**
 * Begins a new session, which keeps the model and the mode that were chosen during the query. Its cost begins at zero. The message
 * about it still belongs to the old session.
 */
async function clear({ id, engine, send, reopen }: Carrying): Promise<void> {
  const [ready, old] = await Promise.all([engine.prepared(), engine.conversation()]);
  const { permissionMode, choices } = old;
  await old.close({ clearedBy: id });
  const sessionId = randomUUID();
  const about = { trigger: 'clear', user_message_uuid: id, timestamp: new Date().toISOString() };
  send({ type: 'conversation_reset', new_conversation_id: sessionId, uuid: sessionId, ...about });
  send({ type: 'system', subtype: 'background_tasks_changed', tasks: [] });
  const next = await reopen(ready, { id: sessionId, clearedBy: id });
  if (choices.model !== null) next.setModel(choices.model);
  next.setThinking(choices);
  if (next.permissionMode !== permissionMode) next.setPermissionMode(permissionMode);
}
