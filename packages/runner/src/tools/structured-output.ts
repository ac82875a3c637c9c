import { type AnyTool, defineTool, fromJsonSchema, type JsonSchema } from '@loadout/core';

export const STRUCTURED_OUTPUT = 'StructuredOutput';

/** The tool for the final answer. Every model can call a tool, and the answer is checked like any other input. */
export function structuredOutput(schema: JsonSchema, keep: (value: unknown) => void): AnyTool {
  return {
    ...defineTool({
      name: STRUCTURED_OUTPUT,
      description: 'Give your final answer by calling this tool once, at the end, with all that the schema asks for.',
      annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
      call: () => '',
    }),
    inputSchema: fromJsonSchema(schema, 'the output of the agent'),
    call(input: never) {
      keep(input);
      return 'The answer is accepted.';
    },
  };
}
