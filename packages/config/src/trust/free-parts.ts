/**
 * The free parts of a project's files that the schema of the configuration does not hold, as data: types of hooks, and options of
 * packages. A part that is not named here waits (CFG-10). `schema/free.ts` marks all other keys.
 */

/** Hook types of `@loadout/hooks` that are data, with the most that each can do. */
const HOOK_TYPES = {
  block: 'Refuses calls, with a text to the model.',
  defaults: 'Fills in fields that the model left out; the rules decide about the call that is made of it.',
  context: 'Adds a text to the conversation.',
  rateLimit: 'Refuses calls above a number.',
} as const;
export const FREE_HOOK_TYPES: readonly unknown[] = Object.keys(HOOK_TYPES);

const TIME = 'At most a request or a call takes longer, or fails.';
const WAIT = { timeoutSeconds: TIME, maxRetries: 'Each repeated request is counted by the budgets.', maxRetryWaitSeconds: TIME };

/** Options of Loadout's own packages that reach nothing new, no server, no program, no variable, with the most that each can do. */
export const FREE_OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@loadout/model-script': {
    file: 'Plays answers of a file in the project. The rules decide about each call.',
    turns: 'Plays these answers. The rules decide about each call.',
    cassette: 'Plays answers of a file in the project. The rules decide about each call.',
    normalise: 'Compares requests with those of the cassette.',
  },
  '@loadout/model-anthropic': WAIT,
  '@loadout/model-openai': {
    ...WAIT,
    api: 'One of two APIs of the same server.',
    compat: 'Choices among the forms of a request, none of which holds a text of the project.',
  },
  '@loadout/tool-fs': {
    requireAbsolute: 'At most a call is refused.',
    readBeforeWrite: 'At most a file is changed that the model did not read; the rules decide about each call.',
    createParents: 'Folders for files that the rules let it write.',
    globLimit: 'The length of a list.',
    dotfiles: 'Names in a list; the rules decide about reading them.',
  },
  '@loadout/tool-shell': {
    backgroundOnTimeout: 'A command that the rules let run goes on beside the conversation.',
    pty: 'A terminal for a command that the rules let run.',
  },
  '@loadout/tool-web': {
    timeoutSeconds: TIME,
    maxBytes: 'The length of a page.',
    cacheSeconds: 'A page may be old.',
    searchLimit: 'The length of a list.',
  },
  '@loadout/tool-tasks': { strictTodos: 'At most a call is refused.' },
  '@loadout/tool-session': { pauseTimeout: TIME },
  '@loadout/tool-lsp': { diagnosticsWaitMs: TIME, startTimeout: TIME, requestTimeout: TIME },
  '@loadout/tool-git': { timeoutSeconds: TIME },
  '@loadout/tool-schedule': { expireDays: 'Schedules end.', jitter: 'Schedules start later.' },
};
