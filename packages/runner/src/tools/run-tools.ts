import type {
  AnyTool,
  ModelRequest,
  OpenToolSource,
  ServerControl,
  ToolPool,
  ToolSource,
  ToolSourceSession,
} from '@loadout/core';

interface RunToolsParts {
  readonly sources: readonly ToolSource[];
  /** The pool with these tools behind all others. */
  readonly poolWith: (tools: readonly AnyTool[]) => ToolPool;
  readonly requestFor: (pool: ToolPool) => Omit<ModelRequest, 'messages'>;
  readonly changed: () => void;
}

/**
 * The tools of one run. Without sources they never change; with them the pool and the request are made anew between turns,
 * and only when something has changed, so that the prompt cache holds as long as it can.
 */
export class RunTools {
  readonly #parts: RunToolsParts;
  readonly #open: OpenToolSource[] = [];
  #stale = false;
  /** Told when a source has changed, for who does not come to `refresh` by itself. */
  whenStale: (() => void) | undefined;
  #fromSources: readonly AnyTool[] = [];
  #pool: ToolPool;
  #request: Omit<ModelRequest, 'messages'> | undefined;

  constructor(parts: RunToolsParts) {
    this.#parts = parts;
    this.#pool = parts.poolWith([]);
  }

  get pool(): ToolPool {
    return this.#pool;
  }

  /** The tools that the sources bring now, whether or not this run's lists let them through. */
  get fromSources(): readonly AnyTool[] {
    return this.#fromSources;
  }

  /** The next request of a turn: the same object until something changes. */
  nextRequest(): Omit<ModelRequest, 'messages'> {
    this.#request ??= this.#parts.requestFor(this.#pool);
    return this.#request;
  }

  /** Takes over what has changed and makes the next request, which decides the tools that are kept back. */
  prepare(): void {
    this.refresh();
    this.nextRequest();
  }

  /** Something else than the tools has changed that the request holds. */
  renewRequest(): void {
    this.#request = undefined;
  }

  /** Opens all sources at once. Rejects with the first that must be there and is not. */
  async open(session: ToolSourceSession): Promise<void> {
    for (const source of this.#parts.sources) {
      const opened = source.open(session);
      opened.onChange(() => {
        this.#stale = true;
        this.whenStale?.();
      });
      this.#open.push(opened);
    }
    await Promise.all(this.#open.map((opened) => opened.ready()));
    this.#stale = this.#open.length > 0;
    this.refresh();
  }

  /** Takes over what has changed. Called between turns: within one the tools stay as the model knows them. */
  refresh(): void {
    if (!this.#stale) return;
    this.#stale = false;
    this.#fromSources = this.#open.flatMap((opened) => opened.tools());
    const pool = this.#parts.poolWith(this.#fromSources);
    if (isSame(pool, this.#pool)) return;
    this.#pool = pool;
    this.renewRequest();
    this.#parts.changed();
  }

  /** One control for each source that has servers. */
  get servers(): readonly ServerControl[] {
    return this.#open.flatMap((opened) => opened.servers ?? []);
  }

  /** The session works elsewhere now. */
  moved(place: Parameters<NonNullable<OpenToolSource['moved']>>[0]): void {
    for (const opened of this.#open) opened.moved?.(place);
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((opened) => opened.close()));
  }
}

const isSame = (a: ToolPool, b: ToolPool) =>
  a.tools.length === b.tools.length && a.tools.every((tool, index) => tool.tool === b.tools[index]?.tool);
