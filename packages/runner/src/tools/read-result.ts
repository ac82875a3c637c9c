import { open } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { defineTool } from '@loadout/core';

const MAX_CHARS = 20_000;

/** For an agent without `Read`: what was spilled can be read back all the same. */
export const readResult = defineTool({
  name: 'ReadResult',
  description: `Reads a tool output that was saved to a file because it was too long. Give the path from the pointer. Returns up to ${MAX_CHARS} characters from offset (default 0) and says from which offset to go on.`,
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, offset: { type: 'integer', minimum: 0, default: 0 } },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
  isConcurrencySafe: true,
  maxResultChars: Number.POSITIVE_INFINITY,
  async call({ path, offset = 0 }, context) {
    const file = resolve(context.artifactDir, path);
    const inside = relative(context.artifactDir, file);
    if (inside.startsWith('..') || isAbsolute(inside))
      return { content: `${path} is not a saved tool output of this session.`, isError: true };
    const text = await readText(file);
    if (text === undefined) return { content: `There is no saved tool output at ${path}.`, isError: true };
    const part = text.slice(offset, offset + MAX_CHARS);
    const rest = text.length - offset - part.length;
    return rest > 0
      ? `${part}\n\n(${rest} characters follow; go on with offset ${offset + part.length})`
      : part || `(nothing at offset ${offset}; the output has ${text.length} characters)`;
  },
});

async function readText(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
