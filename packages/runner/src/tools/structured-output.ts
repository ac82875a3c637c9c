import { type AnyTool, defineTool, fromJsonSchema, type JsonSchema } from '@loadout/core';

export const STRUCTURED_OUTPUT = 'StructuredOutput';

/** The form of the answer: a JSON schema, and how often the model may try again. Default: 2 times. */
export interface OutputWish {
  readonly schema: JsonSchema;
  readonly retries?: number | undefined;
}

export function outputOf(wish: OutputWish | undefined) {
  if (wish === undefined) return undefined;
  const { schema, retries = 2 } = wish;
  return { schema, retries, tool: (keep: (value: unknown) => void): AnyTool => structuredOutput(schema, keep) };
}

/** The tool for the final answer. Every model can call a tool, and the answer is checked like any other input. */
function structuredOutput(schema: JsonSchema, keep: (value: unknown) => void): AnyTool {
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
