import { existsSync } from 'node:fs';
import { type Block, isToolUse, type ToolResultBlock } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { AgentEvent } from '@loadout/runner';
import { blockUuid } from '../sessions/block-uuid.js';
import type { SubagentCounts } from '../types/usage.js';
import { assistantFrame, deniedFrames, type Frame, toolResultFrame } from './frame.js';
import { SubagentStats } from './subagent-stats.js';
import { type Task, TaskFrames } from './task-frames.js';

type SubagentEvent = Extract<AgentEvent, { type: 'subagent' }>;
type RunInit = Extract<AgentEvent, { type: 'init' }>['init'];
type TaskEvent = Extract<AgentEvent, { type: 'task' }>;

interface Known extends Task {
  readonly agent: NonNullable<Task['agent']>;
  readonly transcript: string;
  readonly startedAt: number;
  toolUses: number;
  tokens: number;
}

/** Frames about subagents, and about other work in the background (AGENT-12). */
export class SubagentFrames {
  readonly #forwardsText: boolean;
  readonly #tasks = new TaskFrames();
  readonly #stats = new SubagentStats();
  readonly #known = new Map<string, Known>();
  /** Agents that were reported to run in the background before their first event. */
  readonly #sent = new Set<string>();
  readonly #settled = new Map<string, SettledCall>();
  /** The description and prompt of each call that starts an agent. */
  readonly #purposes = new Map<string, { readonly description?: unknown; readonly prompt?: unknown }>();

  constructor({ forwardsText }: { readonly forwardsText: boolean }) {
    this.#forwardsText = forwardsText;
  }

  get counts(): SubagentCounts {
    return this.#stats.counts;
  }

  /** Remembers the purpose of a call that starts an agent. */
  asked(block: Block): void {
    this.#stats.asked(block);
    if (!isToolUse(block) || !STARTERS.has(block.name)) return;
    const { description, prompt } = block.input as { readonly description?: unknown; readonly prompt?: unknown };
    this.#purposes.set(block.id, { description, prompt });
  }

  settled(call: SettledCall): void {
    this.#stats.settled(call);
  }

  frames(told: SubagentEvent): readonly Frame[] {
    const { path, event } = told;
    const id = path.at(-1) ?? '';
    if (event.type === 'init') return this.#started(told, event.init);
    const known = this.#known.get(id);
    if (known === undefined) return [];
    switch (event.type) {
      case 'prompt':
        return [this.#framed(known, { type: 'user', message: { role: 'user', content: event.message.content } }, event.uuid)];
      case 'message':
        return this.#message(known, event);
      case 'tool_result':
        this.#settled.set(event.call.id, event.call);
        this.#stats.settled(event.call);
        return deniedFrames(event.call, known.id);
      case 'reply':
        return this.#results(known, event);
      case 'result':
        this.#known.delete(id);
        return this.#ended(known, event);
      default:
        return [];
    }
  }

  /** Reports commands in the background. An agent has its own events, so only its move to the background is reported here. */
  task({ id, kind, title, description = title, toolUseId, outputFile = '', state, exitCode }: TaskEvent): readonly Frame[] {
    if (kind === 'agent') return this.#goesOn(id, state === 'running');
    const task: Task = { id, type: `local_${kind === 'shell' ? 'bash' : kind}`, description, toolUseId };
    if (state === 'running') return this.#tasks.started(task, { inBackground: true });
    const status = state === 'killed' ? 'stopped' : state;
    const summary = exitCode === undefined ? `${description} ${status}` : `${description} ${status} with exit code ${exitCode}`;
    return this.#tasks.ended(task, { state, outputFile, summary });
  }

  #goesOn(id: string, isRunning: boolean): readonly Frame[] {
    const known = this.#known.get(id);
    if (isRunning && known !== undefined) return this.#tasks.sent(known);
    if (isRunning) this.#sent.add(id);
    else this.#sent.delete(id);
    return [];
  }

  #started({ path, toolUseId, inBackground = false }: SubagentEvent, init: RunInit): readonly Frame[] {
    const id = path.at(-1) ?? '';
    const { description, prompt } = this.#purposes.get(toolUseId ?? '') ?? {};
    this.#purposes.delete(toolUseId ?? '');
    const known: Known = {
      id,
      type: 'local_agent',
      description: typeof description === 'string' ? description : init.agent,
      toolUseId,
      agent: {
        type: init.agent,
        prompt: typeof prompt === 'string' ? prompt : undefined,
        depth: path.length,
        parentId: path.at(-2),
      },
      // A session that is not stored has no transcript.
      transcript: existsSync(init.transcript) ? init.transcript : '',
      startedAt: Date.now(),
      toolUses: 0,
      tokens: 0,
    };
    this.#known.set(id, known);
    const wasSent = this.#sent.delete(id);
    const isSent = inBackground || wasSent;
    this.#stats.began({ type: init.agent, depth: path.length, toolUseId, inBackground: isSent });
    return this.#tasks.started(known, { inBackground: isSent });
  }

  #message(known: Known, event: Extract<SubagentEvent['event'], { type: 'message' }>): readonly Frame[] {
    const { message, uuid, model } = event;
    for (const block of message.content) this.asked(block);
    known.tokens += (event.usage?.input_tokens ?? 0) + (event.usage?.output_tokens ?? 0);
    return message.content.flatMap((block, index) => {
      if (block.type !== 'tool_use' && !this.#forwardsText) return [];
      const frame = assistantFrame({ id: event.id, model, requestId: event.requestId, block });
      const shown = this.#framed(known, frame, blockUuid(uuid, index));
      return isToolUse(block) ? [this.#progress(known, block.name), shown] : [shown];
    });
  }

  /** Reports the call that an agent is about to make. */
  #progress(known: Known, tool: string): Frame {
    known.toolUses += 1;
    return {
      type: 'system',
      subtype: 'task_progress',
      task_id: known.id,
      ...defined({ tool_use_id: known.toolUseId }),
      description: known.description,
      subagent_type: known.agent.type,
      usage: this.#usage(known),
      last_tool_name: tool,
    };
  }

  #results(known: Known, event: Extract<SubagentEvent['event'], { type: 'reply' }>): readonly Frame[] {
    const results = event.message.content.filter((block): block is ToolResultBlock => block.type === 'tool_result');
    return results.map((block, index) => {
      const call = this.#settled.get(block.tool_use_id);
      this.#settled.delete(block.tool_use_id);
      return this.#framed(known, toolResultFrame(block, call), index === 0 ? event.uuid : blockUuid(event.uuid, index));
    });
  }

  #ended(known: Known, { result }: Extract<SubagentEvent['event'], { type: 'result' }>): readonly Frame[] {
    const state = result.outcome === 'success' ? 'completed' : result.outcome === 'interrupted' ? 'killed' : 'failed';
    this.#stats.ended(known.id, state);
    const summary = result.error === undefined ? result.text.slice(0, SUMMARY_CHARS) : result.error.message;
    return this.#tasks.ended(known, { state, outputFile: known.transcript, summary, usage: this.#usage(known) });
  }

  #usage = ({ tokens, toolUses, startedAt }: Known) => ({
    total_tokens: tokens,
    tool_uses: toolUses,
    duration_ms: Date.now() - startedAt,
  });

  #framed(known: Known, frame: Frame, uuid: string): Frame {
    return {
      ...frame,
      uuid,
      parent_tool_use_id: known.toolUseId ?? null,
      agent_id: known.id,
      subagent_type: known.agent.type,
      task_description: known.description,
    };
  }
}

const STARTERS = new Set(['Agent', 'Task']);
const SUMMARY_CHARS = 500;
