import { defineErrors } from '@loadout/core';

const listed = (ids: readonly (string | number)[], none: string) => (ids.length === 0 ? none : ids.join(', '));

/** Every error of this package. */
export const table = {
  TODO_NOT_FOUND: {
    message: (p: { id: number; ids: readonly number[] }) =>
      `There is no to-do ${p.id}. There are: ${listed(p.ids, 'none, the list is empty')}.`,
    fix: () => 'See the numbers with the action list.',
  },
  TASK_NOT_FOUND: {
    message: (p: { id: string; ids: readonly string[] }) =>
      `There is no task ${JSON.stringify(p.id)}. There are: ${listed(p.ids, 'none')}.`,
    fix: () => 'See all tasks with TaskList.',
  },
  TASK_FINISHED: {
    message: (p: { id: string; from: string; to: string }) => `${p.id} is ${p.from}, which is final; it cannot become ${p.to}.`,
    fix: () => 'Create a new task for what is left to do.',
  },
  TASK_CYCLE: {
    message: (p: { path: readonly string[] }) => `${p.path[0]} would wait for itself: ${p.path.join(' waits for ')}.`,
    fix: () => 'Leave one of these links out. Nothing was changed.',
  },
  TASK_CREATION_BLOCKED: {
    message: (p: { subject: string; hook: string; reason: string }) =>
      `The task ${JSON.stringify(p.subject)} was not created: the hook ${p.hook} blocked it: ${p.reason}`,
  },
  TASK_COMPLETION_BLOCKED: {
    message: (p: { id: string; status: string; hook: string; reason: string }) =>
      `${p.id} stays ${p.status}, and nothing was changed: the hook ${p.hook} blocked its completion: ${p.reason}`,
  },
};

export const errors = defineErrors(table);
