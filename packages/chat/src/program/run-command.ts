import type { CommandContext } from '../commands/command-context.js';
import { linesOf, saidBlock } from '../text/said.js';

/** The lines of output that are shown. The model gets all. */
const SHOWN = 200;

/** Runs a command of the person under the rules, and puts it on record: the model reads it with the next prompt. */
export async function runCommand(
  command: string,
  { talk, signal }: { readonly talk: CommandContext; readonly signal: AbortSignal },
): Promise<void> {
  const { conversation } = talk.session;
  if (command === '') return talk.print('Write the command after the !, such as !git status.\n');
  const result = await conversation.callTool('Bash', { input: { command }, signal, asks: true });
  if (result === undefined) return talk.print('This agent has no tool Bash, so no command can run here.\n');
  const lines = linesOf(result.content);
  const more = lines.length - SHOWN;
  talk.surface.commit(saidBlock(lines.slice(0, SHOWN).join('\n'), ...(result.isError === true ? (['yellow'] as const) : [])));
  if (more > 0) talk.surface.commit(saidBlock(`… ${more} more lines`, 'dim'));
  conversation.append([
    { type: 'text', text: `The person ran this command themselves:\n${command}\nIt answered:\n${result.content}` },
  ]);
}
