/** One word of a command, or words that are there only if an input has a value. `{name}` is filled with an input of that name. */
export type LockedWord = string | { readonly when: string; readonly words: readonly string[] };

/** A value that the configuration gives, or may give. */
export interface ServerInput {
  readonly required?: true;
  readonly secret?: true;
  /** A list of values gives the words once for each of them. */
  readonly repeated?: true;
  readonly format?: 'number' | 'boolean' | 'filepath';
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly description?: string;
}

/** A server of a registry, as it stands in the lock: a command or an address in which only the inputs are missing. */
export interface LockedServer {
  readonly registry: string;
  /** SHA-256 of the entry of the registry. */
  readonly sha256: string;
  /** The bundle whose folder is `{__dirname}` in the texts. */
  readonly bundle?: { readonly url: string; readonly sha256: string };
  readonly type?: 'http' | 'sse';
  readonly command?: string;
  readonly args?: readonly LockedWord[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, ServerInput>>;
}
