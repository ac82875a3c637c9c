/** The files as an editor shows them, which may not be saved. Offered by a host beside an editor. A path is real, and permitted. */
export interface EditorFiles {
  /** Returns the text of a file in the editor; `undefined`: the editor does not say. */
  text(path: string, signal: AbortSignal): Promise<string | undefined>;
  /** Gives the editor the text that a file has now. Returns why the editor has not taken it. Absent: the editor takes none. */
  take?(path: string, text: string, signal: AbortSignal): Promise<string | undefined>;
}
