import { poolOf, type ToolPool } from './assemble.js';
import { toolGrant } from './filter.js';

/**
 * Lists of tools that are allowed for a while, innermost last. An empty stack allows all; a pushed empty list allows none.
 * A tool passes only if every list has it, so that an inner skill never regains a tool. Source: POOL-08, CON-08.
 */
export class RestrictionStack {
  readonly #lists: { readonly names: readonly string[]; readonly matchers: readonly ReturnType<typeof toolGrant>[] }[] = [];

  get depth(): number {
    return this.#lists.length;
  }

  push(names: readonly string[]): void {
    this.#lists.push({ names: [...names], matchers: names.map(toolGrant) });
  }

  /** On an empty stack this does nothing. */
  pop(): void {
    this.#lists.pop();
  }

  allows(tool: Parameters<ReturnType<typeof toolGrant>>[0]): boolean {
    return this.#lists.every((list) => list.matchers.some((matches) => matches(tool)));
  }

  /** The pool as it may be seen now; the pool itself when nothing restricts it. */
  visible(pool: ToolPool): ToolPool {
    return this.#lists.length === 0
      ? pool
      : poolOf(
          pool.tools.filter((tool) => this.allows(tool)),
          pool.notes,
        );
  }
}
