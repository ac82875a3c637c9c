/**
 * The parts of the optional packages that this package uses. The packages are not installed in the workspace; the tests in
 * `tests/adapters` compare the results with the packages' own types.
 */
declare module '@langchain/core/tools' {
  export function tool(
    run: (
      input: unknown,
      config: { readonly toolCall?: { readonly id?: string }; readonly signal?: AbortSignal },
    ) => Promise<unknown>,
    fields: Readonly<Record<string, unknown>>,
  ): import('./langchain.js').LangChainTool;
}
declare module '@langchain/core/messages' {
  export const ToolMessage: new (fields: Readonly<Record<string, unknown>>) => object;
}
declare module '@mastra/core/tools' {
  export function createTool(options: import('./mastra.js').MastraTool): import('./mastra.js').MastraTool;
}
declare module '@openai/agents-core' {
  export const RunContext: new () => object;
}
