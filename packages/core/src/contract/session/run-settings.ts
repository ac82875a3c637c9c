/** A setting of a run that may be changed while the run continues. */
export interface RunSetting {
  readonly key: string;
  readonly description: string;
  readonly value: unknown;
  /** The permitted values. `null` returns to the configuration's value. */
  readonly values?: readonly unknown[] | undefined;
}

/** The settings of a run that its own model may change. None widens permissions. Offered by the runner. Source: TOOL-CFG-02. */
export interface RunSettings {
  list(): readonly RunSetting[];
  /** Contract: throws, with a sentence about the permitted settings or values, for an unknown key or a wrong value. */
  set(key: string, value: unknown): void;
}
