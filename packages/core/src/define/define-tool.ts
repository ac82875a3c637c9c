import type { Schema, SchemaSource } from '../contract/schema.js';
import type { Tool, ToolContext } from '../contract/tool.js';
import type { ToolOutput } from '../contract/tool-result.js';
import type { SourceMembers, SourceVerdict } from '../names/source-members.js';
import { compileSchema } from '../schema/compile.js';
import type { Infer, Shape } from '../schema/infer.js';

/**
 * The argument of `defineTool`. Leave out `inputSchema` for a tool without input; set `raw: true` to get the input unparsed (it
 * must still be an object). Source: DEF-08.
 */
export type ToolDefinition<S extends AuthoredSchema | undefined, Data = unknown> = Omit<
  Tool<ToolInput<S>>,
  'inputSchema' | 'outputSchema' | 'validateInput' | 'call'
> &
  SourceMembers<Data> & {
    readonly inputSchema?: S;
    readonly outputSchema?: AuthoredSchema;
    readonly raw?: boolean;
    validateInput?(input: ToolInput<S>, context: ToolContext): Refusal | Promise<Refusal>;
    call(input: ToolInput<S>, context: ToolContext): Returned<Data> | Promise<Returned<Data>>;
  };
type AuthoredSchema = SchemaSource | Shape;
type Refusal = string | undefined | SourceVerdict;
type Returned<Data> = ToolOutput | { readonly data: Data };
export type ToolInput<S> = S extends undefined ? Record<string, never> : Infer<S>;

/**
 * Makes a `Tool` from its parts. Four forms: a string result, `{ content, isError }`, no input (no `inputSchema`), raw input
 * (`raw: true`). The schema is compiled here, once; an unusable schema throws SCHEMA_INVALID. Source: DEF-08.
 */
export function defineTool<const S extends AuthoredSchema | undefined = undefined, Data = unknown>(
  definition: ToolDefinition<S, Data>,
): Tool<ToolInput<S>> {
  const { inputSchema = definition.inputJSONSchema, outputSchema, raw, ...rest } = definition;
  const owner = `the tool ${definition.name}`;
  const schema = inputSchema === undefined ? NO_INPUT : compileSchema(inputSchema, owner);
  return {
    ...rest,
    inputSchema: (raw === true ? { json: schema.json, parse: anyObject } : schema) as Schema<ToolInput<S>>,
    ...(outputSchema === undefined ? {} : { outputSchema: compileSchema(outputSchema, owner) }),
  } as Tool<ToolInput<S>>;
}

const NO_INPUT: Schema = { json: { type: 'object', properties: {} }, parse: () => ({ ok: true, value: {} }) };

function anyObject(value: unknown) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true as const, value };
  return {
    ok: false as const,
    issues: [
      { path: '', message: `must be object, is ${value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value}` },
    ],
  };
}
