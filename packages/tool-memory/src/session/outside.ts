/** Tools of Loadout whose results hold only words of the person, of the agent itself, or of Loadout. */
const INSIDE: ReadonlySet<string> = new Set([
  ...['Memory', 'MemorySearch', 'TodoWrite', 'TaskCreate', 'TaskGet', 'TaskUpdate', 'TaskList', 'Config', 'ToolSearch'],
  ...['AskUserQuestion', 'PauseForHuman', 'EnterPlanMode', 'ExitPlanMode', 'StructuredOutput'],
  ...['CronCreate', 'CronDelete', 'CronList'],
]);

/** The texts from outside that a session has read, as far as they are known. */
interface Heard {
  readonly sources: Set<string>;
}

/**
 * Which sessions have read text from outside: pages, files, output of commands, answers of servers and of other agents. A session of
 * which the beginning was not seen counts as one that has. All agents of a session count together, since they tell each other what
 * they read.
 */
export class OutsideTexts {
  readonly #trusted: ReadonlySet<string>;
  readonly #sessions = new Map<string, Heard>();

  constructor(trusted: readonly string[]) {
    this.#trusted = new Set(trusted);
  }

  /** A session begins with nothing but the words of its person. */
  begin(session: string): void {
    this.#sessions.set(session, { sources: new Set() });
  }

  /** A session goes on whose first part this process did not see. */
  resume(session: string): void {
    this.#sessions.set(session, { sources: new Set([EARLIER]) });
  }

  heard(session: string, { tool, isOfServer }: { readonly tool: string; readonly isOfServer: boolean }): void {
    const isInside = this.#trusted.has(tool) || (!isOfServer && INSIDE.has(tool));
    if (!isInside) this.#sessions.get(session)?.sources.add(tool);
  }

  /** Returns the origins of the texts from outside. Empty: there is none. */
  sourcesOf(session: string): readonly string[] {
    return [...(this.#sessions.get(session)?.sources ?? [EARLIER])];
  }

  end(session: string): void {
    this.#sessions.delete(session);
  }
}

const EARLIER = 'an earlier part of the conversation';
