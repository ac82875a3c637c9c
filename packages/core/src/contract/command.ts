/** A flag of a command. The parser, the help, the completion and the reference read the same entry. */
export interface CommandFlag {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** The name of the value in the help. A flag without it takes no value. */
  readonly value?: string;
  /** Whether the flag may be given several times. */
  readonly repeat?: boolean;
  readonly choices?: readonly string[];
  /** `count`: a whole number greater than 0. `port`: a port number. The command is not called with another value. */
  readonly form?: 'count' | 'port';
  /** The flag without which this one has no effect, and is refused. */
  readonly needs?: string;
  /** The flags that cannot be given together with this one. */
  readonly excludes?: readonly string[];
  readonly help: string;
}

export interface CommandArgument {
  readonly name: string;
  readonly optional?: boolean;
  /** True for the last argument if it takes all words that follow, also none. */
  readonly several?: boolean;
  readonly help: string;
}

/** The groups of `loadout --help`, in its order. */
export type CommandGroup = 'first steps' | 'run' | 'look' | 'share' | 'more';

/** The facts of a command that its help shows. They are plain data, so that help runs no code. */
export interface CommandDefinition {
  /** One word, or two: `sync`, `contacts list`. The command of a plugin has the mount name in front: `loadout crm sync`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Default: `more`. */
  readonly group?: CommandGroup;
  readonly positionals: readonly CommandArgument[];
  readonly flags: readonly CommandFlag[];
  /** Paragraphs for the command's own help. */
  readonly details?: readonly string[];
  /** Arguments as they are typed behind the name: `leads --since 2026-01-01`. The command's own help shows a line for each. */
  readonly examples?: readonly string[];
}

/**
 * A row of `"commands"` in the manifest. The author writes `module`; `writeManifest` of @loadout/testing adds the rest from the
 * module.
 */
export interface CommandManifest extends CommandDefinition {
  /** The path of the module in the package. Its default export is a `Command`. It is imported when the command is called. */
  readonly module: string;
}
