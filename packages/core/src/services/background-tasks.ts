import { defineService } from '../define/define-plugin.js';

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
}

export const BackgroundTasks = defineService<BackgroundTasks>('BackgroundTasks');

/** `listener` hears of each task when it has started and when it has ended. */
export function createBackgroundTasks(
  listener: (task: BackgroundTask) => void = () => {},
): BackgroundTasks & { stopAll(): Promise<void> } {
  const tasks = new Map<string, BackgroundTask>();
  let count = 0;
  return {
    start(type, make, id = `${type}_${++count}`) {
      const task = make(id);
      tasks.set(id, task);
      listener(task);
      void task.ended.then(() => listener(task));
      return task;
    },
    get: (id) => tasks.get(id),
    list: () => [...tasks.values()],
    remove: (id) => void tasks.delete(id),
    async stopAll() {
      await Promise.allSettled(
        [...tasks.values()].filter((task) => task.status().state === 'running').map((task) => task.stop()),
      );
    },
  };
}
