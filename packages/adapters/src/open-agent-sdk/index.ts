/**
 * The pool of the Open Agent SDK under its own names, with its defaults and shapes, for programs that are written after its documents. The
 * pool of a run is in `@loadout/core/run`. Source: POOL-01, POOL-02, POOL-08, POOL-11, GAP-F10.
 */

// A Node that is too old ends here.
import '@loadout/core';
import type { AnyTool, JsonSchema, ToolAnnotations } from '@loadout/core';
import type { ApiTool } from '@loadout/core/model';

export interface FilteredTools<T> {
  readonly tools: readonly T[];
  /** The only names to keep, as they are written. Absent or empty: all. */
  readonly allowed?: readonly string[] | null | undefined;
  /** The names to leave out, also of those that are allowed. Absent or empty: none. */
  readonly disallowed?: readonly string[] | null | undefined;
}

export interface AssembledTools<T> extends Omit<FilteredTools<T>, 'tools'> {
  readonly baseTools: readonly T[];
  readonly customTools?: readonly T[] | null | undefined;
  readonly mcpTools?: readonly T[] | null | undefined;
}

type Named = Pick<AnyTool, 'name'>;

/** Merges the tools of three sources. Of tools with one name, the last one stays: MCP over custom over built-in. Then filters. */
export function assembleToolPool<T extends Named>({ baseTools, customTools, mcpTools, ...lists }: AssembledTools<T>): T[] {
  const all = [...baseTools, ...(customTools ?? []), ...(mcpTools ?? [])];
  return filterTools({ tools: [...new Map(all.map((tool) => [tool.name, tool])).values()], ...lists });
}

/** Applies the list of allowed names, then the list of disallowed names. */
export function filterTools<T extends Named>({ tools, allowed, disallowed }: FilteredTools<T>): T[] {
  const isAllowed = (name: string) => (allowed ?? []).length === 0 || allowed?.includes(name);
  return tools.filter(({ name }) => isAllowed(name) && disallowed?.includes(name) !== true);
}

/** The lists of tools of nested skills. The innermost list alone decides. */
export class ToolRestrictionStack {
  readonly #lists: (readonly string[])[] = [];

  /** Adds a list of names such as `bash` or `webFetch`, in any case. An empty list allows no tool. */
  push(restrictions: readonly string[]): void {
    this.#lists.push([...restrictions]);
  }

  /** Removes the innermost list, if there is one. */
  pop(): void {
    this.#lists.pop();
  }

  /** Returns the names of these tools that are allowed now: all, if no list is pushed. */
  currentAllowedToolNames(tools: readonly (Named & Pick<AnyTool, 'aliases'>)[]): string[] {
    const names = this.#lists.at(-1)?.map(lower);
    const isAllowed = ({ name, aliases = [] }: Named & Pick<AnyTool, 'aliases'>) =>
      names === undefined || [name, ...aliases].map(lower).some((one) => names.includes(one));
    return tools.filter(isAllowed).map(({ name }) => name);
  }
}

const lower = (name: string) => name.toLowerCase();

/** The hints of a tool that gives only some of them. */
const HINTS: Required<ToolAnnotations> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** Returns a tool in the shape of the Messages API, with its annotations if it has some. */
export function toApiTool({ name, description, inputSchema, annotations }: AnyTool): ApiTool {
  const input_schema = 'parse' in inputSchema ? (inputSchema.json as JsonSchema) : inputSchema;
  return { name, description, input_schema, ...(annotations === undefined ? {} : { annotations: { ...HINTS, ...annotations } }) };
}
