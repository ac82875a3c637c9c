import { type Service, TaskStore as StoreForOthers } from '@loadout/core';
import { errors } from '../errors.js';
import { isFinal, type Task, type TaskChange, type TaskDraft } from './task.js';
import { type Link, withLinks } from './task-links.js';

/** The tasks of one session, in the order in which they were created. */
export class TaskList {
  readonly #tasks = new Map<string, Task>();
  #last = 0;

  create(draft: TaskDraft): Task {
    this.#last += 1;
    const task: Task = { id: String(this.#last), blockedBy: [], ...withoutNothing(draft) };
    this.#tasks.set(task.id, task);
    return task;
  }

  list(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  /** Throws TASK_NOT_FOUND. */
  get(id: string): Task {
    const task = this.#tasks.get(id) ?? this.#tasks.get(numberOf(id));
    if (task === undefined) throw errors.TASK_NOT_FOUND({ id, ids: [...this.#tasks.keys()] });
    return task;
  }

  /** The ids of tasks that wait for this task. */
  blocks(id: string): readonly string[] {
    return this.list()
      .filter((task) => task.blockedBy.includes(numberOf(id)))
      .map((task) => task.id);
  }

  /** The ids of unfinished tasks that this task waits for. */
  openBlockers({ blockedBy }: Task): readonly string[] {
    return blockedBy.filter((id) => !isFinal(this.get(id).status));
  }

  /** Throws the errors of `update`, and changes nothing. */
  check(id: string, change: TaskChange): void {
    this.#changed(id, change);
  }

  /** All of the change, or nothing of it. Throws TASK_NOT_FOUND, TASK_FINISHED and TASK_CYCLE. */
  update(id: string, change: TaskChange): Task {
    for (const task of this.#changed(id, change)) this.#tasks.set(task.id, task);
    return this.get(id);
  }

  /** Removes a task, so that no other task waits for it. Throws TASK_NOT_FOUND. */
  remove(id: string): void {
    const { id: own } = this.get(id);
    this.#tasks.delete(own);
    for (const task of this.list())
      if (task.blockedBy.includes(own))
        this.#tasks.set(task.id, { ...task, blockedBy: task.blockedBy.filter((other) => other !== own) });
  }

  #changed(given: string, change: TaskChange): readonly Task[] {
    const task = this.get(given);
    const { id } = task;
    const { addBlocks = [], addBlockedBy = [], metadata, status = task.status, subject = task.subject, ...texts } = change;
    if (isFinal(task.status) && status !== task.status) throw errors.TASK_FINISHED({ id, from: task.status, to: status });
    const added: readonly Link[] = [
      ...addBlocks.map((other) => ({ waiting: this.get(other).id, first: id })),
      ...addBlockedBy.map((other) => ({ waiting: id, first: this.get(other).id })),
    ];
    const links = withLinks(new Map(this.list().map((one) => [one.id, one.blockedBy])), added);
    const merged = withoutNothing({ ...task.metadata, ...metadata });
    const own: Task = {
      ...task,
      ...withoutNothing(texts),
      subject,
      status,
      ...(metadata === undefined ? {} : { metadata: merged }),
    };
    return [own, ...addBlocks.map((other) => this.get(other))].map((one) => ({
      ...(one.owner === '' ? { ...one, owner: undefined } : one),
      blockedBy: links.get(one.id) ?? [],
    }));
  }
}

/** The id in `task_1` or `#1`: earlier releases and conversations name tasks so (W7). */
const numberOf = (id: string): string => id.replace(/^(?:task_|#)(?=\d+$)/, '');

/** Without the keys that have no value. */
const withoutNothing = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined && item !== null)) as T;

/** The store of tasks with all that it offers to the tools of this package. */
export const TaskStore = StoreForOthers as Service<TaskList>;
