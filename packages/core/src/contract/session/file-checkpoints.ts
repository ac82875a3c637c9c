/** Keeps what files were before tools change them, so that a session can be rewound. Offered by the runner when it is switched on. */
export interface FileCheckpoints {
  /**
   * Awaited right before a tool makes, replaces or removes the file at this real path, once nothing else stands against it.
   * Contract: rejects when what is there cannot be kept; the tool then leaves the file alone and lets the error pass.
   */
  before(path: string): Promise<void>;
}
