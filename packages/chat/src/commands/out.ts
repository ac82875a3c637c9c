import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { size } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { CommandContext } from './command-context.js';

/** Puts the last answer into the clipboard. */
export function copy(_: string, talk: CommandContext): void {
  talk.print(copied(talk.session.lastResult?.text ?? '', talk));
}

function copied(text: string, { surface }: CommandContext): string {
  if (text === '') return 'There is no answer to copy yet.\n';
  const bytes = size(Buffer.byteLength(text));
  return surface.screen.copy(text)
    ? `The last answer (${bytes}) was sent to the clipboard of the terminal.\n`
    : `The last answer (${bytes}) is too long for a terminal's clipboard. Write it to a file with /export.\n`;
}

/** Writes the session as a page of Markdown. */
export async function exportTo(given: string, talk: CommandContext): Promise<void> {
  const { sessionId } = talk.session.conversation;
  const { code, text } = await talk.command(['sessions', 'export', sessionId]);
  if (code !== 0) return talk.print(text);
  const file = resolve(talk.cwd, given || `session-${sessionId.slice(0, 8)}.md`);
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    talk.print(`Wrote ${file}. Everything that the agent read may be in it: look before you share it.\n`);
  } catch (error) {
    talk.print(`${file} cannot be written: ${messageOf(error)}\n`);
  }
}

/** Keeps the session as a case of an eval. */
export async function keepCase(given: string, talk: CommandContext): Promise<void> {
  const { sessionId } = talk.session.conversation;
  const file = resolve(talk.cwd, given || 'evals/sessions.jsonl');
  const { text } = await talk.command(['eval', '--from-session', sessionId, '--write', file]);
  talk.print(text);
}
