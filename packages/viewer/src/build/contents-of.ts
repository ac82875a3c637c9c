import { type Block, isToolUse } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/runner';
import type { BlockContent, LongText } from '../model/content.js';
import type { Contents, FileChange, TreeNode } from '../model/trajectory.js';
import { below } from './call-title.js';
import { textOfBlock } from './result-text.js';
import type { Source, Sources } from './tree.js';

/** The change of a file as a call asked for it. */
function callFiles(call: {
  readonly id: number;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string | undefined;
}): readonly FileChange[] {
  const { id, tool, cwd } = call;
  if (typeof call.input !== 'object' || call.input === null) return [];
  const input = call.input as Readonly<Record<string, unknown>>;
  const path = tool === 'NotebookEdit' ? input.notebook_path : input.file_path;
  if (typeof path !== 'string') return [];
  const of = { path: below(path, cwd), calls: [id] };
  if (tool === 'Edit')
    return [
      { ...of, change: 'changed', before: text(input.old_string), after: text(input.new_string), note: 'a part of the file' },
    ];
  if (tool === 'Write') return [{ ...of, change: 'changed', after: text(input.content), note: 'the whole new text' }];
  if (tool === 'NotebookEdit') return [{ ...of, change: 'changed', after: text(input.new_source), note: 'one cell' }];
  return [];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface ContentsParts {
  readonly node: TreeNode;
  readonly sources: Sources;
  /** Reads a record again. `undefined`: it is not there any more. */
  read(source: Source): Promise<SessionRecord | undefined>;
  readonly cwd: string | undefined;
}

/** The contents of a node, from the records that it came from. */
export async function contentsOf({ node, sources, read, cwd }: ContentsParts): Promise<Contents> {
  const { id } = node;
  const said = await recordsOf(sources.said, read);
  if (node.kind === 'call') {
    const result = sources.result === undefined ? undefined : await read(sources.result);
    return { id, ...callContents(node, { said, result, cwd }) };
  }
  const sent = node.kind === 'turn' ? await recordsOf(sources.sent, read) : [];
  return {
    id,
    ...(sent.length === 0 ? {} : { sent: sent.flatMap(blocksOf) }),
    ...(said.length === 0 ? {} : { said: said.flatMap(blocksOf), raw: rawOf(said) }),
  };
}

async function recordsOf(sources: readonly Source[], read: ContentsParts['read']): Promise<readonly SessionRecord[]> {
  const records = await Promise.all(sources.map((source) => read(source)));
  return records.filter((record) => record !== undefined);
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
