/** Stores files before tools change them, so that a session can be rewound. Offered by the runner if checkpoints are on. */
export interface FileCheckpoints {
  /**
   * Stores the file at this real path. A tool awaits this right before it creates, replaces or removes the file, once nothing
   * else prevents the change. Contract: rejects if the file cannot be stored; the tool then does not change it and passes the
   * error on.
   */
  before(path: string): Promise<void>;
}
