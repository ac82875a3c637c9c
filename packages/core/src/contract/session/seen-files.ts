/** Records files that tools other than the file tools show or change, for Edit and Write. Offered by the file tools. */
export interface SeenFiles {
  /** Records that the model saw all of this file. `path` is a real path. */
  sawWhole(path: string): void;
  /** Forgets that the model saw this file. The model must then read the file again before it changes it. */
  forget?(path: string): void;
  /** Returns the files that changed after the model saw them. */
  changed(): readonly string[];
}
