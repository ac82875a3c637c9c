/** An event that a tool or the runner sends to the host. Source: EVT-01. */
export type SessionEvent =
  | { readonly type: 'ToolListChanged' | 'ResourceListChanged' | 'PromptListChanged' }
  | { readonly type: 'TodoListUpdated'; readonly oldTodos: readonly unknown[]; readonly newTodos: readonly unknown[] };
