export interface TaskStatus {
  readonly state: 'running' | 'completed' | 'failed' | 'killed';
  readonly exitCode?: number | undefined;
}

/** Work that goes on while the conversation does: a command, later an agent. */
export interface BackgroundTask {
  readonly id: string;
  /** `shell`, `agent`. */
  readonly type: string;
  /** One line for lists: the command, or what the agent was asked. */
  readonly title: string;
  /** The purpose of the task, in the words of the call. */
  readonly description?: string | undefined;
  /** The call that it began with. */
  readonly toolUseId?: string | undefined;
  /** Where all that it says is kept, for hosts: absolute, and there once it has said something. */
  readonly outputFile?: string | undefined;
  status(): TaskStatus;
  /** The output since the last call, at most what a buffer of bounded size kept. With a filter only lines that it matches; the others are gone too. */
  read(filter?: RegExp): string | Promise<string>;
  /** The end of all output so far, whether or not it was read, and how long all of it is. For hosts that look on. */
  tail?(): { readonly output: string; readonly totalBytes: number };
  /** Settles when it has ended, however it did. Never rejects. */
  readonly ended: Promise<void>;
  /** Ends it with all that it started; settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** All background work of one session, of whatever plugin. Offered by the runner, which stops what still runs at session end. */
export interface BackgroundTasks {
  /** `make` gets the id under which the task is from now on known: the one given, else its type and a number. */
  start<T extends BackgroundTask>(type: string, make: (id: string) => T, id?: string): T;
  get(id: string): BackgroundTask | undefined;
  list(): readonly BackgroundTask[];
  /** Forgets an ended task and its output. */
  remove(id: string): void;
  /**
   * A call waits for work that could go on without it: `listener` is told, once, that somebody wants it to. The call then hands
   * the work over with `start` and ends. Gives back what the call does when it waits no longer.
   */
  whenSent(toolUseId: string, listener: () => void): () => void;
  /** Has the work that this call waits for, or without an id that of all calls, go on in the background. False: none waits. */
  send(toolUseId?: string): boolean;
}
