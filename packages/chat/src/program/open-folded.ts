import { spawn } from 'node:child_process';
import { printable } from '@loadout/command';
import type { CommandContext } from '../commands/command-context.js';
import type { Folded } from '../transcript/transcript.js';

/** Shows what was folded, the newest first, in the person's pager. */
export async function openFolded(
  folded: readonly Folded[],
  { surface, host }: Pick<CommandContext, 'surface' | 'host'>,
): Promise<void> {
  if (folded.length === 0) return;
  const text = [...folded]
    .reverse()
    .map(({ title, text }) => `── ${title}\n${text}\n`)
    .join('\n');
  await surface.lend(() => paged(printable(text), host.terminal.env));
}

function paged(text: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const child = spawn('/bin/sh', ['-c', env.PAGER || 'less'], {
    env: { LESS: '-R', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // A pager that was left early reads no more.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  return new Promise((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
}
