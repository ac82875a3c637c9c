import { type BackgroundTask, BackgroundTasks, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';

/** Finds a task. If there is none, throws with the list of tasks. */
export function findTask(id: string, context: ToolContext): BackgroundTask {
  const tasks = context.get(BackgroundTasks);
  const task = tasks.get(id);
  if (task === undefined) throw errors.TASK_UNKNOWN({ id, running: runningTasks(context) });
  return task;
}

/** One line for each, for messages. */
export function runningTasks(context: ToolContext): readonly string[] {
  const running = context
    .get(BackgroundTasks)
    .list()
    .filter((task) => task.status().state === 'running');
  return running.map(({ id, title }) => `${id} (${oneLine(title)})`);
}

const MOST_CHARS = 80;

function oneLine(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line;
}
