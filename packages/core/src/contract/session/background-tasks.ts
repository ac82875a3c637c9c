export interface TaskStatus {
  readonly state: 'running' | 'completed' | 'failed' | 'killed';
  readonly exitCode?: number | undefined;
}

/** Work that continues beside the conversation, such as a command or an agent. */
export interface BackgroundTask {
  readonly id: string;
  /** The kind of work: `shell` or `agent`. */
  readonly type: string;
  /** One line for lists: the command, or the request to the agent. */
  readonly title: string;
  /** The purpose of the task, in the words of the call. */
  readonly description?: string | undefined;
  /** The id of the call that started the task. */
  readonly toolUseId?: string | undefined;
  /** The absolute path of the file with all output, for hosts. The file exists once there is output. */
  readonly outputFile?: string | undefined;
  status(): TaskStatus;
  /** Returns the output since the last call, as far as a bounded buffer kept it. A filter drops the lines that do not match. */
  read(filter?: RegExp): string | Promise<string>;
  /** Returns the end of all output so far, read or not, and the length of all output. For hosts that watch. */
  tail?(): { readonly output: string; readonly totalBytes: number };
  /** Settles when the task has ended in any way. Never rejects. */
  readonly ended: Promise<void>;
  /** Ends the task and everything that it started. Settles when nothing of the task runs any more. */
  stop(): Promise<void>;
}

/** The background work of one session, from any plugin. Offered by the runner, which stops running tasks at session end. */
export interface BackgroundTasks {
  /** Starts a task. `make` gets the id of the task: the given id, else the type and a number. */
  start<T extends BackgroundTask>(type: string, make: (id: string) => T, id?: string): T;
  get(id: string): BackgroundTask | undefined;
  list(): readonly BackgroundTask[];
  /** Forgets an ended task and its output. */
  remove(id: string): void;
  /**
   * Registers a call whose work could continue without it. `listener` is called once, when somebody wants the work in the
   * background; the call then passes the work to `start` and ends. Returns a function that ends the registration.
   */
  whenSent(toolUseId: string, listener: () => void): () => void;
  /** Moves the work that this call waits for, or the work of all calls, to the background. False: no call waits. */
  send(toolUseId?: string): boolean;
}
