/** Told by tools that show or change files by other means than the file tools, so that Edit and Write know. Offered by the file tools. */
export interface SeenFiles {
  /** The model saw all of this file. `path` is a real path. */
  sawWhole(path: string): void;
  /** Forgets that the model saw this file, which it must then read again before it changes it. */
  forget?(path: string): void;
  /** Returns the files that changed after the model saw them. */
  changed(): readonly string[];
}
