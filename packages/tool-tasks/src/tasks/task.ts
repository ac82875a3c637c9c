export const TASK_STATES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** One task. A change makes a new value. */
export interface Task {
  /** `1`, `2` and so on, never given twice in a session. */
  readonly id: string;
  readonly subject: string;
  readonly status: TaskState;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  readonly owner?: string | undefined;
  readonly output?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The ids of tasks that come first, including finished ones. */
  readonly blockedBy: readonly string[];
}

export type TaskDraft = Omit<Task, 'id' | 'blockedBy' | 'output'>;

/** A change of a task. Absent fields stay as they are. */
export interface TaskChange {
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  /** An empty one takes it away. */
  readonly owner?: string | undefined;
  readonly output?: string | undefined;
  readonly status?: TaskState | undefined;
  /** Keys are merged; `null` deletes one. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly addBlocks?: readonly string[] | undefined;
  readonly addBlockedBy?: readonly string[] | undefined;
}

export const isFinal = (status: TaskState) => status !== 'pending' && status !== 'in_progress';
