import { spawn } from 'node:child_process';
import { printable } from '@loadout/command';
import type { CommandContext } from '../commands/command-context.js';
import { saidBlock } from '../text/said.js';
import type { Folded } from '../transcript/transcript.js';

/** Shows what was folded, the newest first, in the person's pager. Without one, the newest is shown in place. */
export async function openFolded(
  folded: readonly Folded[],
  { surface, host }: Pick<CommandContext, 'surface' | 'host'>,
): Promise<void> {
  if (folded.length === 0) return;
  const texts = [...folded].reverse().map(({ title, text }) => `── ${title}\n${text}\n`);
  const code = await surface.lend(() => paged(printable(texts.join('\n')), host.terminal.env));
  if (code === NO_PROGRAM) surface.commit(saidBlock(texts[0] ?? ''));
}

/** The exit code of a shell that finds no such program. */
const NO_PROGRAM = 127;

function paged(text: string, env: Readonly<Record<string, string | undefined>>): Promise<number | null> {
  const child = spawn('/bin/sh', ['-c', env.PAGER || 'less'], {
    env: { LESS: '-R', ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // A pager that was left early reads no more.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  return new Promise((resolve) => {
    child.on('error', () => resolve(NO_PROGRAM));
    child.on('close', resolve);
  });
}
