import { isWireName } from '@loadout/core';
import type { ShownCall } from '@loadout/runner';
import { bounded } from './bounded.js';

/** The structured result that programs read. For a failure, it is the text (DEF-24). */
export const toolUseResult = (call: ShownCall): unknown => bounded(shaped(call));

function shaped({ name, result }: ShownCall): unknown {
  if (result.isError) return `Error: ${result.content}`;
  const { structuredContent: data, typedContent } = result;
  if (data !== undefined) return withFields(name, data);
  // Programs expect a list of blocks from an MCP server, even for a single text.
  const isWords = typedContent.every((block) => block.type === 'text') && !isWireName(name);
  return isWords ? result.content : typedContent;
}

/** Fields that matter only for an editing person or a watching terminal. Programs read them nevertheless. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { isImage: false, noOutputExpected: false },
  Write: { userModified: false },
  Edit: { userModified: false },
};

const withFields = (name: string, data: unknown): unknown =>
  Object.hasOwn(FIELDS, name) && typeof data === 'object' ? { ...FIELDS[name], ...data } : data;
