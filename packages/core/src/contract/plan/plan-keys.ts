// Written by `npm run fix` from the rows of packages/config/src/schema (0171).

/** Keys of a configuration. */
export interface PlanKeys {
  /** The name of the configuration. An engine keeps budgets and jobs by it. */
  readonly name?: string | undefined;
  /** The model for side work, such as reading a fetched page or hooks of type prompt: an alias of models, or provider/id. Absent: none. */
  readonly smallModel?: string | undefined;
  /** By name: receivers of messages about runs that wait for a person or have ended. */
  readonly notify?:
    | Readonly<
        Record<
          string,
          {
            readonly url?: string | undefined;
            readonly command?: readonly string[] | undefined;
            readonly secret?: string | undefined;
            readonly on?: readonly ('waiting' | 'ended')[] | undefined;
            readonly content?: 'none' | 'full' | undefined;
            readonly address?: string | undefined;
          }
        >
      >
    | undefined;
}

/** Keys of an agent. */
export interface AgentKeys {
  /** The purpose of the agent, as other agents read it. */
  readonly description?: string | undefined;
  /** The prompt of a run that names none. */
  readonly prompt?: string | undefined;
  /** Keys of the MCP servers that it uses. Absent: all of them. */
  readonly mcpServers?: readonly string[] | undefined;
  /** If another agent starts it, it runs in the background, unless that agent says otherwise. */
  readonly background?: boolean | undefined;
  /** If another agent starts it, it works in a git worktree of its own. */
  readonly isolation?: 'worktree' | undefined;
}

/** Keys of `limits`. */
export interface LimitKeys {
  /** The most turns that run tools, for one prompt. */
  readonly turns?: number | undefined;
  /** The most tool calls for one prompt, with those of the agents under it. */
  readonly toolCalls?: number | undefined;
  /** The most US dollars of a session, reserved before each request. loadout models shows the known prices; another model needs price. */
  readonly usd?: number | undefined;
  /** The most characters of one answer of the model. Default 16000000. */
  readonly answerChars?: number | undefined;
  /** The most characters of one tool input. Default 8000000. */
  readonly toolInputChars?: number | undefined;
  /** The most levels of objects and lists in one tool input. Default 200. */
  readonly toolInputDepth?: number | undefined;
  /** The most agents that it runs at once. Default 20. */
  readonly subagents?: number | undefined;
  /** The most levels of agents under it. Default 1: an agent that it starts can start none. */
  readonly subagentDepth?: number | undefined;
}

/** Keys of `sessions`. */
export interface SessionKeys {
  /** false: results that are too long are cut, and the whole is not kept in a file. Default true. */
  readonly keepResults?: boolean | undefined;
  /** true: the content of files before each change by a tool is kept, so that a session can be rewound. Default false. */
  readonly checkpoints?: boolean | undefined;
}
