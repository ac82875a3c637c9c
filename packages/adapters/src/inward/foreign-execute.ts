import { errors } from '../errors.js';

/** The AI SDK and Mastra call it with an input and a context of their own. */
export type Execute = (input: unknown, context: object) => unknown;

/** Returns the function that runs a tool. Throws ADAPTER_TOOL for a tool of a provider or of a browser, which has none. */
export function foreignExecute(execute: unknown, { tool, of }: { readonly tool: string; readonly of: string }): Execute {
  if (typeof execute === 'function') return execute as Execute;
  throw errors.ADAPTER_TOOL({ tool, of, problem: 'it has no execute function, so it runs elsewhere', fix: 'Leave it out.' });
}
