import { type Block, isToolUse, type SettledCall, type ToolResultBlock } from '@loadout/core';
import type { AgentEvent } from '@loadout/runner';
import { blockUuid } from '../sessions/block-uuid.js';
import { assistantFrame, type Frame, toolResultFrame } from './frame.js';

type SubagentEvent = Extract<AgentEvent, { type: 'subagent' }>;
type TaskEvent = Extract<AgentEvent, { type: 'task' }>;

interface Known {
  readonly type: string;
  /** In the words of the call that started it. */
  readonly description: string;
  readonly toolUseId: string | undefined;
  readonly startedAt: number;
  toolUses: number;
  tokens: number;
  lastTool: string | undefined;
}

/** What agents do that another one started, and other work in the background. Source: facts 3, 10.3. */
export class SubagentFrames {
  readonly #forwardsText: boolean;
  readonly #known = new Map<string, Known>();
  readonly #settled = new Map<string, SettledCall>();
  /** What the calls of agents say that they are for. */
  readonly #purposes = new Map<string, string>();

  constructor({ forwardsText }: { readonly forwardsText: boolean }) {
    this.#forwardsText = forwardsText;
  }

  /** The model asks for a call; of one that starts an agent it is kept what for. */
  asked(block: Block): void {
    if (!isToolUse(block) || !STARTERS.has(block.name)) return;
    const { description } = block.input as { readonly description?: unknown };
    if (typeof description === 'string') this.#purposes.set(block.id, description);
  }

  frames({ path, toolUseId, event }: SubagentEvent): readonly Frame[] {
    const id = path.at(-1) ?? '';
    if (event.type === 'init') return this.#started(id, { type: event.init.agent, toolUseId });
    const known = this.#known.get(id);
    if (known === undefined) return [];
    switch (event.type) {
      case 'prompt':
        return [this.#framed(id, known, { type: 'user', message: { role: 'user', content: event.message.content } }, event.uuid)];
      case 'message':
        return this.#message(id, known, event);
      case 'tool_result':
        known.toolUses += 1;
        known.lastTool = event.call.name;
        this.#settled.set(event.call.id, event.call);
        return [];
      case 'reply':
        return this.#results(id, known, event);
      case 'result':
        this.#known.delete(id);
        return [this.#ended(id, known, event)];
      default:
        return [];
    }
  }

  /** Commands in the background; agents tell of themselves. */
  task({ id, kind, title, state, exitCode }: TaskEvent): readonly Frame[] {
    if (kind === 'agent') return [];
    if (state === 'running')
      return [{ type: 'system', subtype: 'task_started', task_id: id, description: title, task_type: `local_${taskType(kind)}` }];
    const status = state === 'killed' ? 'stopped' : state;
    const summary = exitCode === undefined ? `${title} ${status}` : `${title} ${status} with exit code ${exitCode}`;
    return [{ type: 'system', subtype: 'task_notification', task_id: id, status, output_file: '', summary }];
  }

  #started(id: string, { type, toolUseId }: { readonly type: string; readonly toolUseId: string | undefined }): readonly Frame[] {
    const description = this.#purposes.get(toolUseId ?? '') ?? type;
    this.#purposes.delete(toolUseId ?? '');
    this.#known.set(id, { type, description, toolUseId, startedAt: Date.now(), toolUses: 0, tokens: 0, lastTool: undefined });
    return [
      {
        type: 'system',
        subtype: 'task_started',
        task_id: id,
        ...(toolUseId === undefined ? {} : { tool_use_id: toolUseId }),
        description,
        task_type: 'local_agent',
        subagent_type: type,
      },
    ];
  }

  #message(id: string, known: Known, event: Extract<SubagentEvent['event'], { type: 'message' }>): readonly Frame[] {
    const { message, uuid, model } = event;
    for (const block of message.content) this.asked(block);
    known.tokens += event.usage.input_tokens + event.usage.output_tokens;
    const shown = message.content.flatMap((block, index) =>
      this.#forwardsText || block.type === 'tool_use' ? [{ block, index }] : [],
    );
    return [
      ...shown.map(({ block, index }: { block: Block; index: number }) =>
        this.#framed(id, known, assistantFrame({ id: event.id, model, block }), blockUuid(uuid, index)),
      ),
      {
        type: 'system',
        subtype: 'task_progress',
        task_id: id,
        ...(known.toolUseId === undefined ? {} : { tool_use_id: known.toolUseId }),
        description: known.description,
        usage: this.#usage(known),
        ...(known.lastTool === undefined ? {} : { last_tool_name: known.lastTool }),
      },
    ];
  }

  #results(id: string, known: Known, event: Extract<SubagentEvent['event'], { type: 'reply' }>): readonly Frame[] {
    const results = event.message.content.filter((block): block is ToolResultBlock => block.type === 'tool_result');
    return results.map((block, index) => {
      const call = this.#settled.get(block.tool_use_id);
      this.#settled.delete(block.tool_use_id);
      return this.#framed(id, known, toolResultFrame(block, call), index === 0 ? event.uuid : blockUuid(event.uuid, index));
    });
  }

  #ended(id: string, known: Known, { result }: Extract<SubagentEvent['event'], { type: 'result' }>): Frame {
    const status = result.outcome === 'success' ? 'completed' : result.outcome === 'interrupted' ? 'stopped' : 'failed';
    return {
      type: 'system',
      subtype: 'task_notification',
      task_id: id,
      ...(known.toolUseId === undefined ? {} : { tool_use_id: known.toolUseId }),
      status,
      output_file: '',
      summary: result.error === undefined ? result.text.slice(0, SUMMARY_CHARS) : result.error.message,
      usage: this.#usage(known),
    };
  }

  #usage = ({ tokens, toolUses, startedAt }: Known) => ({
    total_tokens: tokens,
    tool_uses: toolUses,
    duration_ms: Date.now() - startedAt,
  });

  #framed(id: string, known: Known, frame: Frame, uuid: string): Frame {
    return {
      ...frame,
      uuid,
      parent_tool_use_id: known.toolUseId ?? null,
      agent_id: id,
      subagent_type: known.type,
      task_description: known.description,
    };
  }
}

const STARTERS = new Set(['Agent', 'Task']);
const SUMMARY_CHARS = 500;
const taskType = (kind: string) => (kind === 'shell' ? 'bash' : kind);
