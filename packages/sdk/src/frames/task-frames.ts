import { defined } from '@loadout/node';
import type { Frame } from './frame.js';

/** Work that a program may show as running: an agent, or a command in the background. */
export interface Task {
  readonly id: string;
  /** The type in the wire format: `local_agent`, `local_bash`. */
  readonly type: string;
  readonly description: string;
  readonly toolUseId?: string | undefined;
  /** For an agent: its type, its prompt, the number of agents above it, and the agent that started it. */
  readonly agent?:
    | {
        readonly type: string;
        readonly prompt?: string | undefined;
        readonly depth: number;
        readonly parentId?: string | undefined;
      }
    | undefined;
}

export interface TaskEnd {
  readonly state: 'completed' | 'failed' | 'killed';
  readonly outputFile: string;
  readonly summary: string;
  readonly usage?: object | undefined;
}

/**
 * Frames for the life of tasks. A list of the background tasks is sent whenever it changes: before the frames of a task that
 * joins, and after the end of a task that leaves (BG-01).
 */
export class TaskFrames {
  readonly #inBackground = new Map<string, object>();

  started(task: Task, { inBackground }: { readonly inBackground: boolean }): readonly Frame[] {
    const { id, type, description, toolUseId, agent } = task;
    const started: Frame = {
      ...system('task_started', { id, toolUseId }),
      description,
      ...(agent === undefined ? {} : { subagent_type: agent.type, spawn_depth: agent.depth }),
      is_backgrounded: inBackground,
      ...parentOf(task),
      task_type: type,
      ...(agent?.prompt === undefined ? {} : { prompt: agent.prompt }),
    };
    return inBackground ? [this.#join(task), started] : [started];
  }

  /** Reports a task that moves to the background, so that its call no longer waits. */
  sent(task: Task): readonly Frame[] {
    if (this.#inBackground.has(task.id)) return [];
    return [this.#join(task), { ...system('task_updated', { id: task.id }), patch: { is_backgrounded: true } }];
  }

  ended({ id, toolUseId }: Pick<Task, 'id' | 'toolUseId'>, { state, outputFile, summary, usage }: TaskEnd): readonly Frame[] {
    return [
      { ...system('task_updated', { id }), patch: { status: state, end_time: Date.now() } },
      {
        ...system('task_notification', { id, toolUseId }),
        status: state === 'killed' ? 'stopped' : state,
        output_file: outputFile,
        summary,
        ...defined({ usage }),
      },
      ...(this.#inBackground.delete(id) ? [this.#list()] : []),
    ];
  }

  #join(task: Task): Frame {
    const { id, type, description, agent } = task;
    const listed = { task_id: id, task_type: type, ...(agent === undefined ? {} : { subagent_type: agent.type }), description };
    this.#inBackground.set(id, { ...listed, ...parentOf(task) });
    return this.#list();
  }

  #list(): Frame {
    return { type: 'system', subtype: 'background_tasks_changed', tasks: [...this.#inBackground.values()] };
  }
}

const system = (subtype: string, { id, toolUseId }: Pick<Task, 'id' | 'toolUseId'>): Frame => ({
  type: 'system',
  subtype,
  task_id: id,
  ...defined({ tool_use_id: toolUseId }),
});

const parentOf = ({ agent }: Task) => (agent?.parentId === undefined ? {} : { parent_task_id: agent.parentId });
