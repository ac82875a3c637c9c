import type { Task } from './task.js';
import type { TaskList } from './task-list.js';

/** A task on one line, with the tasks it still waits for. */
export function taskLine(task: Task, tasks: TaskList): string {
  const open = tasks.openBlockers(task);
  const notes = [
    ...(task.owner === undefined ? [] : [`owner: ${task.owner}`]),
    ...(open.length === 0 ? [] : [`blocked by: ${open.join(', ')}`]),
  ];
  return `${task.id} [${task.status}] ${task.subject}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

/** All there is to know of a task. */
export function taskText(task: Task, tasks: TaskList): string {
  const { metadata } = task;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Owner', task.owner],
    ['Waits for', task.blockedBy.map((id) => `${id} (${tasks.get(id).status})`).join(', ')],
    ['Blocks', tasks.blocks(task.id).join(', ')],
    ['Active form', task.activeForm],
    ['Metadata', metadata === undefined || Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata)],
    ['Description', task.description],
    ['Output', task.output],
  ];
  const known = rows.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => `${name}: ${value}`);
  return [`${task.id} [${task.status}] ${task.subject}`, ...known].join('\n');
}
