/** Something about a run that may be changed while it goes on. */
export interface RunSetting {
  readonly key: string;
  readonly description: string;
  readonly value: unknown;
  /** `null` goes back to what the configuration says. */
  readonly values?: readonly unknown[] | undefined;
}

/** The settings of a run that its own model may change; nothing among them makes it wider. Offered by the runner. Source: TOOL-CFG-02. */
export interface RunSettings {
  list(): readonly RunSetting[];
  /** Contract: throws, with a sentence that says what may be set, for an unknown key or a value that does not fit. */
  set(key: string, value: unknown): void;
}
