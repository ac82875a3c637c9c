/** Told by tools that show or change files by other means than the file tools, so that Edit and Write know. Offered by the file tools. */
export interface SeenFiles {
  /** The model saw all of this file. `path` is a real path. */
  sawWhole(path: string): void;
  /** What the model saw of this file counts no more: it has to read it again before it changes it. */
  forget?(path: string): void;
  /** Those of the files seen so far whose content is no longer what was seen. */
  changed(): readonly string[];
}
