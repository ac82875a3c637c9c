import { type Block, isToolUse } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/sessions';
import type { BlockContent, LongText } from '../model/content.js';
import type { Contents, FileChange, TreeNode } from '../model/trajectory.js';
import { callFiles } from './call-files.js';
import { textOfBlock } from './result-text.js';
import type { Source, Sources } from './tree.js';

export interface ContentsParts {
  readonly node: TreeNode;
  readonly sources: Sources;
  /** Reads a record again. `undefined`: it is not there any more. */
  read(source: Source): SessionRecord | undefined;
  readonly cwd: string | undefined;
}

/** The contents of a node, from the records that it came from. */
export function contentsOf({ node, sources, read, cwd }: ContentsParts): Contents {
  const { id } = node;
  const recordsOf = (places: readonly Source[]) => places.flatMap((source) => read(source) ?? []);
  const said = recordsOf(sources.said);
  if (node.kind === 'call') {
    const result = sources.result === undefined ? undefined : read(sources.result);
    return { id, ...callContents(node, { said, result, cwd }) };
  }
  const sent = node.kind === 'turn' ? recordsOf(sources.sent) : [];
  return {
    id,
    ...(sent.length === 0 ? {} : { sent: sent.flatMap(blocksOf) }),
    ...(said.length === 0 ? {} : { said: said.flatMap(blocksOf), raw: rawOf(said) }),
  };
}

interface CallRecords {
  readonly said: readonly SessionRecord[];
  readonly result: SessionRecord | undefined;
  readonly cwd: string | undefined;
}

function callContents(
  { id, callId, tool, state }: Extract<TreeNode, { kind: 'call' }>,
  { said, result, cwd }: CallRecords,
): Omit<Contents, 'id'> {
  const uses = said.flatMap((record) => (record.t === 'message' ? record.message.content.filter(isToolUse) : []));
  const input = uses.find((use) => use.id === callId)?.input;
  const files: readonly FileChange[] = state === 'done' ? callFiles({ id, tool, input, cwd }) : [];
  return {
    ...(input === undefined ? {} : { input: long(JSON.stringify(input, null, 2)) }),
    ...(result?.t === 'ended' ? { result: long(textOfBlock(result.block)) } : {}),
    ...(files.length === 0 ? {} : { files }),
    ...(result === undefined ? {} : { raw: rawOf([result]) }),
  };
}

const long = (head: string): LongText => ({ head });

const rawOf = (records: readonly SessionRecord[]): LongText => long(records.map((one) => JSON.stringify(one)).join('\n'));

function blocksOf(record: SessionRecord): readonly BlockContent[] {
  if (record.t === 'message') return record.message.content.map(blockOf);
  if (record.t !== 'ended') return [];
  const { id: callId, block } = record;
  return [{ type: 'result', callId, isError: block.is_error === true, text: long(textOfBlock(block)) }];
}

function blockOf(block: Block): BlockContent {
  if (isToolUse(block)) return { type: 'call', callId: block.id, tool: block.name };
  const fields: Readonly<Record<string, unknown>> = { ...block };
  if (block.type === 'text') return { type: 'text', text: long(String(fields.text)) };
  if (block.type === 'thinking') return { type: 'thinking', text: long(String(fields.thinking)) };
  if (block.type === 'image') return imageOf(fields.source);
  return { type: 'other', name: block.type, text: long(JSON.stringify(block)) };
}

function imageOf(source: unknown): BlockContent {
  const { type, media_type, data } = (source ?? {}) as Readonly<Record<string, unknown>>;
  const mediaType = typeof media_type === 'string' ? media_type : 'image';
  if (type === 'base64' && typeof data === 'string') return { type: 'image', mediaType, data };
  return { type: 'image', mediaType, note: 'The record has no bytes of this picture.' };
}
