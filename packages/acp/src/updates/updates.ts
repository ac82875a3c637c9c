import { randomUUID } from 'node:crypto';
import type {
  ClientCapabilities,
  NoticeSeverity,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallStatus,
} from '@agentclientprotocol/sdk';
import { callLabel, oneLine } from '@loadout/command';
import { Checklist, fileChange } from '@loadout/command/chat';
import { isText } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import { contentOf, diffOf, kindOf, locationsOf, textContent } from './tool-call.js';

type OwnEvent = Exclude<AgentEvent, { readonly type: 'subagent' }>;

/** Turns the events of a session into updates of the protocol. Decides nothing and sends nothing. */
export class Updates {
  readonly #checklist = new Checklist();
  readonly #diffs = new Map<string, ToolCallContent>();
  readonly #terminals = new Map<string, ToolCallContent>();
  readonly #shows: NonNullable<ClientCapabilities['session']>;
  #cwd: string;
  #hasTitle = false;

  constructor({ cwd, shows }: { readonly cwd: string; readonly shows: ClientCapabilities['session'] }) {
    this.#cwd = cwd;
    this.#shows = shows ?? {};
  }

  /** The folder that the agent works in now. */
  get cwd(): string {
    return this.#cwd;
  }

  /** Returns the updates for an event. Events that an editor has no place for return none. */
  of(event: AgentEvent): readonly SessionUpdate[] {
    if (event.type === 'subagent') return this.#call(event.event, event.path.at(-1));
    return [...this.#call(event, undefined), ...this.#plan(event), ...this.#said(event)];
  }

  #said(event: OwnEvent): readonly SessionUpdate[] {
    switch (event.type) {
      case 'init':
        this.#cwd = event.init.cwd;
        return [];
      case 'prompt':
        return this.#titled(event);
      case 'text':
        return [message(event.text)];
      case 'thinking':
        return [thought(event.text)];
      case 'notice':
        return [this.notice(event.message, event.level ?? 'warning')];
      case 'discard':
        return [this.notice(`The answer was cut off. Asking again: ${event.reason}`)];
      case 'retry':
        return [this.notice(`The model is asked again: ${event.reason}`)];
      case 'waiting':
        return [this.notice(event.message, 'info')];
      case 'compact':
        return [this.#compacted(event)];
      default:
        return [];
    }
  }

  /** A text for the person that is no part of the answer. */
  notice(title: string, severity: NoticeSeverity = 'warning'): SessionUpdate {
    return this.#shows.notices == null ? thought(`${title}\n`) : { sessionUpdate: 'notice', severity, title };
  }

  /** The first prompt is the title of the session. */
  #titled({ message: { content } }: Extract<AgentEvent, { type: 'prompt' }>): readonly SessionUpdate[] {
    const text = content.find(isText)?.text;
    if (this.#hasTitle || text === undefined) return [];
    this.#hasTitle = true;
    return [{ sessionUpdate: 'session_info_update', title: oneLine(text, 80) }];
  }

  #compacted({ preTokens, postTokens }: Extract<AgentEvent, { type: 'compact' }>): SessionUpdate {
    const left = postTokens === undefined ? '' : `, ${postTokens} after it`;
    return this.#shows.compaction == null
      ? this.notice(`The conversation was compacted: ${preTokens} tokens before it${left}.`, 'info')
      : { sessionUpdate: 'compaction_update', compactionId: randomUUID(), status: 'completed' };
  }

  #plan(event: OwnEvent): readonly SessionUpdate[] {
    const before = this.#checklist.items;
    this.#checklist.event(event);
    const { items } = this.#checklist;
    const isSame = items.length === before.length && items.every((item, at) => item === before[at]);
    return isSame ? [] : [{ sessionUpdate: 'plan', entries: items.flatMap(({ text, state }) => entryOf(text, state)) }];
  }

  /** The updates about a call. `agent`: the subagent that makes the call, whose ids may be those of other calls. */
  #call(event: OwnEvent, agent: string | undefined): readonly SessionUpdate[] {
    switch (event.type) {
      case 'tool_call':
        return [
          {
            sessionUpdate: 'tool_call',
            toolCallId: callId(event.id, agent),
            title: callLabel(event, this.#cwd),
            kind: kindOf(event.name),
            status: 'pending',
            rawInput: event.input,
            locations: locationsOf(event.input, this.#cwd),
          },
        ];
      case 'tool_start':
        return [this.#started(event, agent)];
      case 'tool_progress':
        return this.#terminals.has(callId(event.id, agent))
          ? []
          : [changed(callId(event.id, agent), { content: [textContent(event.message)] })];
      case 'tool_result':
        return [this.#ended(event.call, agent)];
      default:
        return [];
    }
  }

  /** The update by which a terminal of the client shows a call. */
  inTerminal(toolCallId: string, terminalId: string): SessionUpdate {
    const terminal: ToolCallContent = { type: 'terminal', terminalId };
    this.#terminals.set(toolCallId, terminal);
    return changed(toolCallId, { content: [terminal] });
  }

  #started({ id, name, input }: { id: string; name: string; input: unknown }, agent: string | undefined): SessionUpdate {
    const toolCallId = callId(id, agent);
    // The file is as it was: the call has not run yet.
    const change = fileChange({ toolName: name, input }, { cwd: this.#cwd });
    if (change === undefined) return changed(toolCallId, { status: 'in_progress' });
    const diff = diffOf(change);
    this.#diffs.set(toolCallId, diff);
    return changed(toolCallId, { status: 'in_progress', content: [diff] });
  }

  #ended(call: SettledCall, agent: string | undefined): SessionUpdate {
    const toolCallId = callId(call.id, agent);
    const diff = this.#diffs.get(toolCallId);
    this.#diffs.delete(toolCallId);
    const isDone = call.outcome === 'done';
    const terminal = this.#terminals.get(toolCallId);
    this.#terminals.delete(toolCallId);
    const shown = diff ?? terminal;
    const content = isDone && shown !== undefined ? [shown] : [...(terminal === undefined ? [] : [terminal]), ...contentOf(call)];
    return changed(toolCallId, {
      status: isDone ? 'completed' : 'failed',
      content,
      rawOutput: call.result.structuredContent ?? call.result.content,
      _meta: { loadout: { outcome: call.outcome, ...(call.code === undefined ? {} : { code: call.code }) } },
    });
  }
}

/** The id of a call, or of a call of a subagent. */
export const callId = (id: string, agent: string | undefined): string =>
  agent === undefined || agent === 'main' ? id : `${agent}/${id}`;

export const message = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

const thought = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
});

interface CallChange {
  readonly status?: ToolCallStatus;
  readonly content?: ToolCallContent[];
  readonly rawOutput?: unknown;
  readonly _meta?: Record<string, unknown>;
}

const changed = (toolCallId: string, change: CallChange): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...change,
});

/** An item of the model's list. The protocol knows three states; an item in any other state is not planned any more. */
function entryOf(content: string, state: string): PlanEntry[] {
  const status = (['pending', 'in_progress', 'completed'] as const).find((one) => one === state);
  return status === undefined ? [] : [{ content, status, priority: 'medium' }];
}
