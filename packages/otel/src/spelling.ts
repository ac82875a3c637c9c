import type { Attributes } from './attributes.js';
import { CLAUDE_SCOPE } from './claude/claude-names.js';
import { ATTRIBUTE as A, SCOPE } from './names.js';

type Kind = 'agent' | 'request' | 'call' | 'hook';

/** The names of spans. */
export interface Spelling {
  readonly scope: string;
  /** Returns the name of a span about an agent, a model, a tool or a hook event. */
  readonly name: Readonly<Record<Kind, (subject: string) => string>>;
  readonly requestKind: 'internal' | 'client';
  /** The attributes that every span of a kind has. */
  readonly attributes: Readonly<Record<Kind, Attributes>>;
  /** The names of the two spans below a call: until it is permitted, and after. Absent: there are none. */
  readonly parts?: { readonly permission: string; readonly execution: string } | undefined;
}

const operation = (name: string): Attributes => ({ [A.operation]: name });

/** The names of OpenTelemetry's conventions. */
export const GEN_AI: Spelling = {
  scope: SCOPE,
  name: {
    agent: (agent) => `invoke_agent ${agent}`,
    request: (model) => `chat ${model}`,
    call: (tool) => `execute_tool ${tool}`,
    hook: (event) => `loadout.hook ${event}`,
  },
  requestKind: 'client',
  attributes: { agent: operation('invoke_agent'), request: operation('chat'), call: operation('execute_tool'), hook: {} },
};

const span = (type: string): Attributes => ({ 'span.type': type });

/** The names of Claude Code 2.1.330, with the attributes of the conventions that it has too. */
export const CLAUDE_CODE: Spelling = {
  scope: `${CLAUDE_SCOPE}.tracing`,
  name: {
    agent: () => 'claude_code.interaction',
    request: () => 'claude_code.llm_request',
    call: () => 'claude_code.tool',
    hook: () => 'claude_code.hook',
  },
  requestKind: 'internal',
  attributes: {
    agent: { ...operation('invoke_agent'), ...span('interaction') },
    request: { ...operation('chat'), ...span('llm_request') },
    call: { ...operation('execute_tool'), ...span('tool') },
    hook: span('hook'),
  },
  parts: { permission: 'claude_code.tool.blocked_on_user', execution: 'claude_code.tool.execution' },
};
