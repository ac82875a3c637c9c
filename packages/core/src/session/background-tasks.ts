import type { BackgroundTask, BackgroundTasks } from '../contract/session/services.js';

/** The background tasks, as their session has them. */
export interface OwnBackgroundTasks extends BackgroundTasks {
  /** Whether a call waits whose work can go on in the background. */
  canSend(): boolean;
  stopAll(): Promise<void>;
}

/** Creates the background tasks of a session. `listener` is called when a task has started and when it has ended. */
export function createBackgroundTasks(listener: (task: BackgroundTask) => void = () => {}): OwnBackgroundTasks {
  const tasks = new Map<string, BackgroundTask>();
  const waiting = new Map<string, () => void>();
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
    whenSent(toolUseId, tell) {
      waiting.set(toolUseId, tell);
      return () => void (waiting.get(toolUseId) === tell && waiting.delete(toolUseId));
    },
    send(toolUseId) {
      const sent = [...waiting].filter(([id]) => toolUseId === undefined || id === toolUseId);
      for (const [id, tell] of sent) {
        waiting.delete(id);
        tell();
      }
      return sent.length > 0;
    },
    canSend: () => waiting.size > 0,
    async stopAll() {
      await Promise.allSettled(
        [...tasks.values()].filter((task) => task.status().state === 'running').map((task) => task.stop()),
      );
    },
  };
}
