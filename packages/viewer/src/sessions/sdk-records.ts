import { ownPackage } from '@loadout/command';
import type { Block, ToolResultBlock } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/sessions';

/**
 * A session of the Agent SDKs' engine as Loadout records, without its end, which is not recorded. `undefined`: there is no such
 * session.
 */
export async function sdkRecords(
  id: string,
  { workspace }: { readonly workspace: string },
): Promise<readonly SessionRecord[] | undefined> {
  const sdk = await ownPackage('@loadout/sdk', () => import('@loadout/sdk'));
  const messages = (await sdk?.getSessionMessages(id, { dir: workspace })) ?? [];
  const [first] = messages;
  if (first === undefined) return undefined;
  const startedAt = first.timestamp ?? '';
  const place = { cwd: workspace, environment: '', artifactDir: '' };
  return [
    { t: 'session', version: 1, id, agent: 'agent-sdk', startedAt, ...place },
    ...messages.flatMap(({ type, uuid, message }) => (type === 'system' ? [] : recordsOf(type, { uuid, message }))),
  ];
}

function recordsOf(role: 'user' | 'assistant', { uuid, message }: { uuid: string; message: unknown }): readonly SessionRecord[] {
  const { content, model } = message as { readonly content?: string | readonly Block[]; readonly model?: string };
  const blocks: readonly Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const results = blocks.filter((block): block is ToolResultBlock => block.type === 'tool_result');
  const said = blocks.filter((block) => block.type !== 'tool_result');
  return [
    ...results.map((block) => ({
      t: 'ended' as const,
      id: block.tool_use_id,
      outcome: block.is_error === true ? 'failed' : 'done',
      block,
    })),
    ...(said.length === 0 ? [] : [{ t: 'message' as const, uuid, model, message: { role, content: said } }]),
  ];
}
