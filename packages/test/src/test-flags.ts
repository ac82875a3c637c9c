/** The flags that choose a configuration. */
export interface ConfigFlags {
  readonly config?: string | undefined;
  readonly profile?: string | undefined;
  readonly param: readonly string[];
  readonly cwd?: string | undefined;
  readonly trust?: string | undefined;
}

/** The flags of `loadout test`, as they are typed. */
export interface TestFlags extends ConfigFlags {
  readonly filter?: string | undefined;
  readonly tag: readonly string[];
  readonly shard?: string | undefined;
  readonly jobs?: string | undefined;
  readonly reporter: readonly string[];
  readonly coverage: boolean;
  readonly 'coverage-min'?: string | undefined;
  readonly live: boolean;
  readonly record?: string | undefined;
  readonly stale: boolean;
  readonly update: boolean;
  readonly 'from-session'?: string | undefined;
  readonly write?: string | undefined;
  readonly watch: boolean;
  readonly 'allow-record': boolean;
  readonly keep: boolean;
}
