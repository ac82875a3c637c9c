import { defineTool } from '@loadout/core';
import { z } from 'zod';

/** A tool with every member of the interface, in its order. */
export const listFiles = defineTool({
  name: 'bash',
  description: 'Execute bash commands...',
  inputSchema: z.object({ command: z.string() }),
  call: async (input, _context) => ({ data: { stdout: `ran ${input.command}` } }),
  mapToolResultToToolResultBlockParam: (data: { stdout: string }, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: data.stdout,
  }),
  isReadOnly: () => true,
  isConcurrencySafe: () => true,
  maxResultSizeChars: 30_000,
});
