import { isObject, isWireName } from '@loadout/core';
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

function withFields(name: string, data: unknown): unknown {
  if (!Object.hasOwn(FIELDS, name) || !isObject(data)) return data;
  const { stdout } = data;
  return { ...FIELDS[name], ...data, ...(typeof stdout === 'string' ? { stdout: withoutMargin(stdout) } : {}) };
}

/** The output without blank lines around it, as the reference program shows it. */
const withoutMargin = (output: string): string => output.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
