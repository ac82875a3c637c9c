import { resolve } from 'node:path';
import type { ContentBlock, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { FileChange } from '@loadout/command/chat';
import type { ContentBlock as ResultBlock } from '@loadout/core';
import type { SettledCall } from '@loadout/core/run';

/** The kinds of the protocol by tool. An editor shows an icon for each; they decide nothing. */
const KINDS = new Map<string, ToolKind>([
  ...of('read', 'Read', 'NotebookRead'),
  ...of('search', 'Grep', 'Glob', 'LS', 'LSP', 'ToolSearch'),
  ...of('edit', 'Edit', 'MultiEdit', 'Write', 'NotebookEdit'),
  ...of('execute', 'Bash'),
  ...of('fetch', 'WebFetch', 'WebSearch'),
  ...of('think', 'TodoWrite', 'TaskCreate', 'TaskUpdate', 'Agent'),
  ...of('switch_mode', 'EnterPlanMode', 'ExitPlanMode'),
]);

function of(kind: ToolKind, ...tools: readonly string[]): readonly (readonly [string, ToolKind])[] {
  return tools.map((tool) => [tool, kind]);
}

export const kindOf = (tool: string): ToolKind => KINDS.get(tool) ?? 'other';

const PATHS = ['file_path', 'notebook_path', 'path'];

/** The file that a call is about, with its whole path, so that the editor can follow the agent. */
export function locationsOf(input: unknown, cwd: string): ToolCallLocation[] {
  const fields = fieldsOf(input);
  const path = PATHS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof path !== 'string') return [];
  const line = typeof fields.offset === 'number' && fields.offset > 0 ? Math.floor(fields.offset) : undefined;
  return [{ path: resolve(cwd, path), ...(line === undefined ? {} : { line }) }];
}

export const diffOf = ({ path, before, after }: FileChange): ToolCallContent => ({
  type: 'diff',
  path,
  oldText: before === '' ? null : before,
  newText: after,
});

export const textContent = (text: string): ToolCallContent => ({ type: 'content', content: { type: 'text', text } });

/** The result of a call, or the reason of a denial: the words that the model reads, with the rule, its file and its line. */
export const contentOf = ({ result }: SettledCall): ToolCallContent[] =>
  result.typedContent.flatMap((block) => {
    const content = outward(block);
    return content === undefined ? [] : [{ type: 'content' as const, content }];
  });

function outward(block: ResultBlock): ContentBlock | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'resource_link':
      return { type: 'resource_link', uri: block.uri, name: block.name ?? block.uri };
    case 'resource': {
      const { uri, mimeType, text, blob } = block.resource;
      const type = mimeType === undefined ? {} : { mimeType };
      if (text !== undefined) return { type: 'resource', resource: { uri, text, ...type } };
      return blob === undefined ? undefined : { type: 'resource', resource: { uri, blob, ...type } };
    }
  }
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
