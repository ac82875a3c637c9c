import { inputExcess, isObject } from '@loadout/core';

/** The field that is text in a block of a type. Other types belong to their provider. */
const TEXT_FIELD: Readonly<Record<string, string>> = { text: 'text', thinking: 'thinking' };

/**
 * Returns why no conversation can hold a block, whatever provider sent it. A session with such a block could not be resumed, or
 * would hold a result that no tool gave.
 */
export function blockProblem(block: unknown): string | undefined {
  const type = isObject(block) ? block.type : undefined;
  if (!isObject(block) || typeof type !== 'string' || !/^[a-z][a-z0-9_]*$/.test(type))
    return `it is not a block: its type is ${JSON.stringify(type)?.slice(0, 100)}`;
  if (type === 'tool_result') return 'it is a result of a tool, which no model writes';
  const field = Object.hasOwn(TEXT_FIELD, type) ? TEXT_FIELD[type] : undefined;
  if (field !== undefined && typeof block[field] !== 'string') return `its ${field} is not text`;
  return type === 'tool_use' ? undefined : inputExcess(block, { chars: Number.POSITIVE_INFINITY });
}
