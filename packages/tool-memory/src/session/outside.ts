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

/** In `trusts`: no text is from outside. */
const EVERYTHING = '*';

/**
 * Which sessions have read text from outside: pages, files, output of commands, answers of servers and of other agents. A session of
 * which the beginning was not seen counts as one that has. All agents of a session count together, since they tell each other what
 * they read.
 */
export class OutsideTexts {
  readonly #trusted: ReadonlySet<string>;
  readonly #sessions = new Map<string, Heard>();
  readonly #decided = new Map<string, readonly string[]>();

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
    if (this.#trusted.has(EVERYTHING)) return [];
    return [...(this.#sessions.get(session)?.sources ?? [EARLIER])];
  }

  /** Remembers the origins at the time when a call is decided. If there are any, it runs only after a person's yes. */
  decide(call: Call): readonly string[] {
    const sources = this.sourcesOf(call.session);
    this.#decided.set(keyOf(call), sources);
    return sources;
  }

  /** Returns the origins for which a call was decided, and forgets them. `undefined`: no hook saw the call. */
  decided(call: Call): readonly string[] | undefined {
    const sources = this.#decided.get(keyOf(call));
    this.#decided.delete(keyOf(call));
    return sources;
  }

  end(session: string): void {
    this.#sessions.delete(session);
    for (const key of this.#decided.keys()) if (key.startsWith(`${session} `)) this.#decided.delete(key);
  }
}

interface Call {
  readonly session: string;
  readonly id: string;
}

const keyOf = ({ session, id }: Call): string => `${session} ${id}`;

const EARLIER = 'an earlier part of the conversation';
