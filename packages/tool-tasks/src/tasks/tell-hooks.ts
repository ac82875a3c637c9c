import { type HookRound, SessionHooks, type ToolContext } from '@loadout/core';
import { notesText } from '@loadout/core/run';
import type { Task } from './task.js';

interface Told {
  /** Notes of hooks for the model, added after the result. */
  readonly notes: string;
  readonly block?: { readonly hook: string; readonly reason: string } | undefined;
}

/** Tells the session's hooks of a task. Source: TOOL-TASK-01, TOOL-TASK-05. */
export async function tellHooks(event: 'TaskCreated' | 'TaskCompleted', task: Task, context: ToolContext): Promise<Told> {
  const round: HookRound | undefined = await context.find(SessionHooks)?.fire(event, {
    task_id: task.id,
    task_subject: task.subject,
    ...(task.description === undefined ? {} : { task_description: task.description }),
    ...(task.owner === undefined ? {} : { teammate_name: task.owner }),
  });
  if (round === undefined) return { notes: '' };
  const { verdict, contexts, messages } = round;
  return {
    notes: notesText([...contexts, ...messages]),
    ...(verdict?.behavior === 'deny' ? { block: { hook: verdict.by, reason: verdict.reason } } : {}),
  };
}
