/** One flag: the help, the reference page and the parser read the same entry. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The name of the value in the help. A flag without it takes no value. */
  readonly value?: string;
  /** Whether the flag may be given several times. */
  readonly repeat?: boolean;
  readonly choices?: readonly string[];
  readonly help: string;
}

export interface Positional {
  readonly name: string;
  readonly optional?: boolean;
  readonly help: string;
}

export interface Definition {
  /** One word, or two: `config print`. */
  readonly name: string;
  readonly summary: string;
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  /** Paragraphs for the command's own help. */
  readonly details?: readonly string[];
}

/** The parsed flags of a definition, by name. */
export type Values<D extends Definition> = {
  readonly [F in D['flags'][number] as F['name']]: F extends { readonly value: string }
    ? F extends { readonly repeat: true }
      ? readonly string[]
      : string | undefined
    : boolean;
};

export interface Arguments<D extends Definition = Definition> {
  readonly positionals: readonly string[];
  readonly flags: Values<D>;
  /** The number of positionals before a `--`. Absent: there is none. */
  readonly beforeDashes?: number | undefined;
}

/** `[agent] <call>`, as in the usage line. */
export const signature = (definition: Definition) =>
  definition.positionals.map(({ name, optional }) => (optional === true ? `[${name}]` : `<${name}>`)).join(' ');

/** `-c, --config FILE`. */
export const flagLabel = ({ short, name, value }: Flag) =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
