import type { CommandDefinition } from '../contract/command.js';
import type { PermissionRule } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import type { Plan } from '../contract/plan/plan.js';
import type { CheckpointedSession } from '../contract/session/file-checkpoints.js';
import type { ServedTools } from './served-tools.js';

/** The parsed flags of a definition, by name. */
export type CommandFlags<D extends CommandDefinition> = {
  readonly [F in D['flags'][number] as F['name']]: F extends { readonly value: string }
    ? F extends { readonly repeat: true }
      ? readonly string[]
      : string | undefined
    : boolean;
};

export interface CommandCall<D extends CommandDefinition = CommandDefinition> {
  readonly positionals: readonly string[];
  readonly flags: CommandFlags<D>;
  /** The number of positionals before a `--`. Absent: there is none. */
  readonly beforeDashes?: number | undefined;
  /** The mount name of the command's plugin. Absent for the commands of Loadout. */
  readonly mount?: string | undefined;
}

/** A command, made with `defineCommand`. */
export interface Command<D extends CommandDefinition = CommandDefinition> {
  readonly definition: D;
  /** Returns the exit code. Contract: may throw; a `LoadoutError` is printed with its code and its fix. */
  run(call: CommandCall<D>, host: CommandHost): Promise<number>;
}

/** The flags of a call. Those of `configFlags` among them choose the configuration; the command of a plugin always has these. */
type GivenFlags = Readonly<Record<string, unknown>>;

/** The services of the program that runs a command. */
export interface CommandHost {
  readonly cwd: string;
  /** The folder of the configuration that is found from `cwd`, or `cwd` without one. Contract: throws CONFIG_TWICE. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder for data of Loadout that outlives a run, for this user. */
  readonly stateDir: string;
  /** The program and the first arguments that start this command line again, for a command that runs another one in a process of its own. */
  readonly program: readonly string[];
  /** The command as the person called it, such as `npx @loadout/cli`, for a line that they can type. */
  readonly called: string;
  /** Whether a person types the standard input. */
  readonly isTyped: boolean;
  /** Whether a person sees the output. */
  readonly isTerminal: boolean;
  /**
   * Fires at the first Ctrl+C, SIGTERM or SIGHUP; a second one ends the process. A command that does not read it ends at the
   * first. Its reason is the exit code of the signal.
   */
  readonly signal: AbortSignal;
  /** Prints to standard output, which carries the answer. Characters that steer a terminal, and declared secrets, are left out. */
  out(text: string): void;
  /** Prints to standard error, which carries everything else. */
  tell(text: string): void;
  /** The streams without a filter, for colours and progress. Texts of a model, a tool or a file must be made safe first. */
  readonly screen: { out(text: string): void; tell(text: string): void };
  /** Prints an error with its code and its fix, for a command that goes on. */
  fail(error: unknown): Promise<void>;
  /** Leaves these texts out of all output, from now on. A function returns the texts that are known by then. */
  hide(texts: readonly string[] | (() => readonly string[])): void;
  /** Returns a text without declared and hidden secrets, for output that goes to a file. */
  redact(text: string): string;
  /** Prints one JSON document to standard output. */
  json(value: unknown): void;
  /** Prints rows as columns, each cell on one line. */
  table(rows: readonly (readonly string[])[], layout?: TableLayout): void;
  /** Writes a file whole or not at all, in place of the file that was there. Contract: throws FILE_NOT_WRITTEN. */
  write(file: string, text: string): void;
  /** For a command that serves: from now on, a fault outside of any run, as in a timer of a plugin, is told and ends nothing. */
  keepServing(): void;
  /** Reads a token from a variable. Contract: throws SERVE_TOKEN for one that is not set, or is too easy to guess. */
  token(variable: string): string;
  /** The streams of a protocol. From the first use on, standard output carries its frames alone. */
  readonly frames: Frames;
  /**
   * Prepares an agent, or one plugin, for clients of a protocol. Takes the flags of `configFlags`, `ruleFlags` and `logFlag`. Output
   * of plugins no longer reaches standard output. Contract: throws as `load` does, and SERVE_PLUGIN_UNKNOWN.
   */
  serveAgent(
    flags: GivenFlags,
    wish: { readonly agent?: string | undefined; readonly plugin?: string | undefined },
  ): Promise<ServedTools & { close(): Promise<void> }>;
  /** Loads the configuration that the flags choose. Contract: throws CONFIG_*, TRUST_* and LOCK_*. */
  load(flags: GivenFlags, wish?: LoadWish): Promise<CommandPlan>;
  /** Opens the configuration that the flags choose, for a command that changes it. Contract: throws CONFIG_NOT_FOUND, ADD_NOT_YAML. */
  edit(flags: GivenFlags): Promise<ConfigText>;
  /** The person's own file beside a configuration, for rules that hold from now on. `undefined`: no such file is used. */
  personalRules(configFile: string): PersonalRules | undefined;
  /** Asks a person for one line. Resolves to `undefined` at the end of the input, and where nobody can be asked. */
  ask(question: string): Promise<string | undefined>;
  /**
   * Opens the sessions of the folder, or with the flag `engine` those of the engine with these ids. A folder without a configuration has
   * sessions too. Contract: throws CONFIG_*, and ENGINE_* with `engine`.
   */
  sessions(ids: readonly string[], flags: GivenFlags): Promise<SessionSource>;
  /**
   * Reads the prompt of a run: a text, or the standard input for `-`. A missing one is the standard input too, unless a person types it
   * or the agent has its own prompt.
   */
  prompt(text: string | undefined, agent: { readonly hasOwn: boolean }): Promise<string | undefined>;
  /** Makes a view that shows the events of a run as `loadout run` does. */
  view(look: EventLook): EventView;
}

export interface PersonalRules {
  readonly file: string;
  /**
   * Writes the rules of a change into the file, and returns sentences for the person. Contract: throws RULE_NOT_KEPT, CONFIG_NOT_EDITED and
   * TRUST_*.
   */
  keep(update: PermissionUpdate): Promise<string>;
}

export interface Frames {
  readonly input: AsyncIterable<string | Uint8Array>;
  /** `done` is called when the frame has been taken, or is lost. */
  write(frame: string, done: (error?: Error | null) => void): void;
}

export interface TableLayout {
  /** The greatest length in each column. Default: 80. */
  readonly widths?: readonly number[];
  /** The columns that are aligned at their right. */
  readonly right?: readonly number[];
}

export interface LoadWish {
  /** Agents will run: their parameters are required, and warnings are printed. */
  readonly runs?: boolean | undefined;
  /** The only agent that will run, whose parameters alone are required. */
  readonly agent?: string | undefined;
  /** No code of the configuration is loaded, so that the lock is not compared. */
  readonly loadsNothing?: boolean | undefined;
}

export interface CommandPlan {
  readonly plan: Plan;
  /** The environment for child processes: without the variables that hold keys. */
  readonly childEnv: Readonly<Record<string, string>>;
  /** The keys of a section, such as `mcpServers`, that are disabled until the configuration is trusted. */
  disabled(section: string): readonly string[];
  /** Checks that all that an agent needs is trusted. Contract: throws TRUST_NEEDED. */
  requireParts(agent: string): void;
  /** Refuses the command, which needs this disabled part. Contract: throws TRUST_NEEDED. */
  refuse(part: string): never;
}

/** A configuration as its file has it. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
  /** Whether there is a lock beside the file. */
  readonly isLocked: boolean;
  /** Returns the entries of a section as they are written. Contract: throws CONFIG_NOT_EDITED. */
  entries(section: string): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the text with more entries. Contract: throws CONFIG_NOT_EDITED. */
  withEntries(...entries: readonly ConfigEntry[]): Promise<string>;
  /** Returns the text without an entry, or `undefined` if the file does not have it. */
  withoutEntry(entry: Pick<ConfigEntry, 'section' | 'key'>): Promise<string | undefined>;
  /** The packages of all plugins by mount name, also of those that other files mount. Contract: throws CONFIG_*. */
  mounts(): Promise<Readonly<Record<string, string>>>;
  /** Writes another text, and the lock. Contract: throws CONFIG_* and LOCK_*; then both files are as they were. */
  write(text: string): Promise<void>;
  /** Writes another text alone. Contract: throws CONFIG_*; then the file is as it was. */
  writeUnlocked(text: string): Promise<void>;
  /** Whether a run would use all parts of the configuration now. */
  isTrusted(): Promise<boolean>;
}

/** An entry of a section of a configuration, such as `plugins` or `mcpServers`. */
export interface ConfigEntry {
  readonly section: string;
  readonly key: string;
  /** A text, or a map. */
  readonly value: string | Readonly<Record<string, unknown>>;
}

/** Where sessions are read from. */
export interface SessionSource {
  /** The ids that were asked for. `latest` of an engine is the id of its newest run. */
  readonly given: readonly string[];
  readonly workspace: string;
  readonly sessions: { readonly dir: string };
  /** The declared secrets of the configuration. */
  readonly secrets: readonly string[];
  /** The rules that hold for every agent. */
  readonly rules: readonly PermissionRule[];
  /**
   * Finds a session by its id, its name, the beginning of its id, or `latest`. Contract: throws SESSION_UNKNOWN, SESSION_AMBIGUOUS,
   * SESSION_DAMAGED and SESSION_STORE.
   */
  find(given: string): StoredSession;
  /** Reads news of runs that have not ended, until the signal fires or nothing more can come. */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** A session as its file has it. */
export interface StoredSession {
  readonly header: CheckpointedSession;
  /** The time of the last record. */
  readonly modified: Date;
  /** The prompts of a person, in order. */
  readonly prompts: readonly { readonly uuid: string; readonly text: string }[];
  /** Keeps other processes from working on the session until it is released. Contract: throws SESSION_BUSY, SESSION_STORE. */
  hold(): { release(): void };
}

export interface EventLook {
  /** `text`, `json` or `stream-json`. Default: `text`. */
  readonly output?: string | undefined;
  readonly verbose?: boolean | undefined;
  /** Whether the events come from a recording, so that nothing is drawn anew by the clock. */
  readonly isRecorded?: boolean | undefined;
  /** Whether the answer is a value that fits a schema. */
  readonly structured?: boolean | undefined;
}

/** Contract: the events are those of `@loadout/runner`, in their order. The last one is the result. */
export interface EventView {
  event(event: { readonly type: string }): void;
}
/** Defines a command of a package: the default export of the module that the manifest names. */
export const defineCommand = <const D extends CommandDefinition>(definition: D, run: Command<D>['run']): Command<D> => ({
  definition,
  run,
});
