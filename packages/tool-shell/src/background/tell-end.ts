import { Inbox, type TaskStatus, type ToolContext } from '@loadout/core';

const MOST_CHARS = 200;

export interface EndedCommand {
  readonly id: string;
  readonly command: string;
  readonly status: TaskStatus;
}

/** Tells the model that a background command has ended. Source: BG-01. */
export function tellEnd({ id, command, status }: EndedCommand, context: ToolContext): void {
  const { state, exitCode } = status;
  const how = exitCode === undefined ? state : `${state}, exit code ${exitCode}`;
  const named = command.length <= MOST_CHARS ? command : `${command.slice(0, MOST_CHARS)}…`;
  context.find(Inbox)?.add(`The background command ${id} has ended: ${how}. TaskOutput gives what it printed. It was: ${named}`);
}

/** Tells the model which forbidden files a background command created. */
export function tellHeld(held: Promise<readonly string[]>, context: ToolContext): void {
  const tell = (notes: readonly string[]) => {
    if (notes.length > 0) context.find(Inbox)?.add(notes.join('\n'));
  };
  held.then(tell, (error: Error) => tell([`The sandbox could not be cleaned up: ${error.message}`]));
}
