import { oneLine, plural } from '@loadout/command';
import type { RewindResult } from '@loadout/core/run';
import { changeBlock } from '../changes/change-block.js';
import { saidBlock } from '../text/said.js';
import { shortPath } from '../transcript/call-block.js';
import type { CommandContext } from './command-context.js';

type Extent = 'both' | 'talk' | 'files';

/** Goes back to before a prompt: the conversation, the files, or both, after what would change was shown. */
export async function rewind(_: string, talk: CommandContext): Promise<void> {
  const { session, surface } = talk;
  const items = session.prompts.map((prompt, index) => ({ value: prompt, text: oneLine(prompt.text, 70), note: `${index + 1}` }));
  if (items.length === 0) return talk.print('There are no prompts yet.\n');
  const prompt = await surface.choose({ title: 'Back to before:', items: items.reverse() });
  if (prompt === undefined) return;
  const would = await previewed(prompt.uuid, talk);
  const files = would?.filesChanged ?? [];
  const extent = await surface.choose<Extent>({
    title: 'Take back:',
    items: [
      ...(files.length === 0 ? [] : [{ value: 'both' as const, text: `the conversation and ${plural(files.length, 'file')}` }]),
      { value: 'talk' as const, text: 'the conversation alone' },
      ...(files.length === 0 ? [] : [{ value: 'files' as const, text: `${plural(files.length, 'file')} alone` }]),
    ],
  });
  if (extent === undefined) return;
  if (extent !== 'talk') {
    const { error, filesChanged = [] } = await session.conversation.rewind(prompt.uuid);
    talk.print(`${error ?? `Restored ${plural(filesChanged.length, 'file')}.`}\n`);
  }
  if (extent === 'files') return;
  await session.renewBefore(prompt.uuid);
  talk.print('The conversation continues from before that prompt. The original session is kept.\n', { isAside: true });
  surface.edit(prompt.text);
}

/** Shows what the files would become. `undefined` without checkpoints. */
async function previewed(prompt: string, talk: CommandContext): Promise<RewindResult | undefined> {
  const { session, surface } = talk;
  if (session.agent.spec.sessions.checkpoints !== true) {
    surface.commit(saidBlock('Checkpoints are off, so files stay as they are (sessions: { checkpoints: true }).', 'dim'));
    return undefined;
  }
  const would = await session.conversation.rewind(prompt, { dryRun: true, texts: true });
  if (!would.canRewind && would.error !== undefined) surface.commit(saidBlock(would.error, 'yellow'));
  for (const { path, before = '', after = '', isBinary } of would.changes ?? [])
    surface.commit(
      isBinary === true
        ? saidBlock(`${path} (not text)`)
        : changeBlock({ path: shortPath(path, talk.cwd), before, after }, { folded: 40 }),
    );
  return would.canRewind ? would : undefined;
}
