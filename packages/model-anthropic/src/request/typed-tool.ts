import type { ApiTool } from '@loadout/core/model';

/** Types of tools that Claude is trained on and a client carries out, with the one name that the API takes for each. */
const NAMES: Readonly<Record<string, string>> = { memory_20250818: 'memory' };

/**
 * Whether a model takes such types. Servers of other models with the same API do not, and neither do Claude's models before the
 * fourth generation.
 */
export const knowsTypedTools = (model: string): boolean => /claude-(?!instant|v?[123](?:\D|$))/.test(model);

/**
 * A tool whose schema names such a type in `x-anthropic-type`, as the API takes it: without schema and description, which the model
 * knows. Undefined for every other tool.
 */
export function typedTool({ input_schema: schema, defer_loading: deferred }: ApiTool): string | undefined {
  const type = schema['x-anthropic-type'];
  const name = typeof type === 'string' && Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
  return name === undefined ? undefined : JSON.stringify({ type, name, ...(deferred === true ? { defer_loading: true } : {}) });
}
