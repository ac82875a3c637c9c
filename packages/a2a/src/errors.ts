import { defineErrors } from '@loadout/core';

/** Every error of this package. `rpc` is the code of A2A 1.0 in an answer of JSON-RPC. */
export const table = {
  A2A_REQUEST: {
    message: (p: { field: string; problem: string; rpc?: number }) => `${p.field} ${p.problem}.`,
    fix: () => 'Send a request of A2A 1.0 over JSON-RPC.',
    values: (p: { rpc?: number }) => ({ rpc: p.rpc ?? -32602 }),
  },
  A2A_METHOD: {
    message: (p: { method: string; rpc: number }) => `The method ${JSON.stringify(p.method)} is not supported.`,
    fix: () => 'Use SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask or SubscribeToTask.',
    values: (p: { rpc: number }) => ({ rpc: p.rpc }),
  },
  A2A_VERSION: {
    message: (p: { found: string }) => `The request has A2A version ${p.found}, but this server supports 1.0.`,
    fix: () => 'Send the header A2A-Version: 1.0.',
    values: () => ({ rpc: -32009 }),
  },
  A2A_TASK_UNKNOWN: {
    message: (p: { id: string }) => `This agent has no task ${JSON.stringify(p.id)}.`,
    values: () => ({ rpc: -32001 }),
  },
  A2A_TASK_ENDED: {
    message: (p: { id: string; state: string; rpc: number }) => `The task ${p.id} is in the state ${p.state}.`,
    fix: () => 'Send a message with the contextId of the task and no taskId, which begins a new task.',
    values: (p: { rpc: number }) => ({ rpc: p.rpc }),
  },
};

export const errors = defineErrors(table);
