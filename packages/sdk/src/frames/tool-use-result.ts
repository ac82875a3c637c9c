import { isWireName, type SettledCall } from '@loadout/core';
import { bounded } from './bounded.js';

/** What programs read of a result as data. Of a failure it is its text. Source: DEF-24. */
export const toolUseResult = (call: SettledCall): unknown => bounded(shaped(call));

function shaped({ name, result }: SettledCall): unknown {
  if (result.isError) return `Error: ${result.content}`;
  const { structuredContent: data, typedContent } = result;
  if (data !== undefined) return withFields(name, data);
  // What an MCP server answers is a list of blocks, also when it is one text.
  const isWords = typedContent.every((block) => block.type === 'text') && !isWireName(name);
  return isWords ? result.content : typedContent;
}

/** Fields that say something only where a person edits along, or a terminal looks on; programs read them all the same. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { isImage: false, noOutputExpected: false },
  Write: { userModified: false },
  Edit: { userModified: false },
};

const withFields = (name: string, data: unknown): unknown =>
  Object.hasOwn(FIELDS, name) && typeof data === 'object' ? { ...FIELDS[name], ...data } : data;
