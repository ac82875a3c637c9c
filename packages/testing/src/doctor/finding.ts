/** The party that will say it. */
export type Area = 'npm' | 'types' | 'node' | 'hosts' | 'toolkits';

/** `error`: refused or broken for others. `unchecked`: what looks at it is not installed. */
export type Level = 'ok' | 'note' | 'warning' | 'error' | 'unchecked';

export interface Finding {
  readonly area: Area;
  readonly level: Level;
  readonly text: string;
}

/** Makes the findings of one area. */
export const findingsOf =
  (area: Area) =>
  (level: Level, text: string): Finding => ({ area, level, text });

/** The package that is examined. */
export interface Subject {
  readonly dir: string;
  readonly json: PackageJson;
  /** The packed file. */
  readonly tarball: string;
  /** Paths in the tarball. */
  readonly packed: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether compilers may be fetched. */
  readonly mayInstall: boolean;
}

export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly keywords?: readonly string[];
  readonly repository?: unknown;
  readonly engines?: { readonly node?: string };
  readonly exports?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly loadout?: {
    readonly api?: number;
    readonly plugin?: string;
    readonly tools?: readonly { readonly name: string }[];
    readonly touches?: unknown;
  };
}
