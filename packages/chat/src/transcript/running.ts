import { callLabel, duration, oneLine, plural } from '@loadout/command';
import type { AgentEvent } from '@loadout/runner';
import { cut } from '../text/cut.js';
import type { Block, Line } from '../text/line.js';
import { cutBlock, said } from '../text/said.js';

interface Work {
  readonly label: string;
  readonly since: number;
  progress: string;
  calls: number;
}

type SubagentEvent = AgentEvent & { readonly type: 'subagent' };

/** Work under way: calls, subagents, and work in the background, each with its time and what it does now. */
export class Running {
  readonly #calls = new Map<string, Work>();
  readonly #agents = new Map<string, Work>();
  readonly #tasks = new Map<string, Work>();

  event(event: AgentEvent, { cwd, now }: { readonly cwd: string; readonly now: number }): void {
    switch (event.type) {
      case 'tool_start':
        this.#calls.set(event.id, work(callLabel(event, cwd), now));
        break;
      case 'tool_progress': {
        const running = this.#calls.get(event.id);
        if (running !== undefined) running.progress = oneLine(event.message, 60);
        break;
      }
      case 'tool_result':
        this.#calls.delete(event.id);
        break;
      case 'task':
        if (event.state === 'running') this.#tasks.set(event.id, work(`${event.kind} ${oneLine(event.title, 60)}`, now));
        else this.#tasks.delete(event.id);
        break;
      case 'subagent':
        this.#subagent(event, { cwd, now });
    }
  }

  /** No call of the prompt runs any longer. */
  endCalls(): void {
    this.#calls.clear();
  }

  get isEmpty(): boolean {
    return this.#calls.size + this.#agents.size + this.#tasks.size === 0;
  }

  block(now: number): Block {
    return (columns) => [
      ...[...this.#calls.values()].map((one) => cut(workLine('◌', one, now), columns)),
      ...[...this.#agents.values()].map((one) => cut(workLine('  ▸', one, now), columns)),
      ...[...this.#tasks.values()].map((one) => cut(workLine('⏵', one, now), columns)),
    ];
  }

  #subagent({ path, event }: SubagentEvent, { cwd, now }: { readonly cwd: string; readonly now: number }): void {
    const id = path.join('/');
    if (event.type === 'init') this.#agents.set(id, work(oneLine(`${event.init.agent} ${(path.at(-1) ?? '').slice(-4)}`), now));
    const agent = this.#agents.get(id);
    if (agent === undefined) return;
    if (event.type === 'tool_start') agent.progress = oneLine(callLabel(event, cwd), 60);
    if (event.type === 'tool_result') agent.calls += 1;
    if (event.type === 'result') this.#agents.delete(id);
  }
}

const work = (label: string, since: number): Work => ({ label, since, progress: '', calls: 0 });

function workLine(mark: string, { label, since, progress, calls }: Work, now: number): Line {
  const facts = [duration(now - since), ...(calls === 0 ? [] : [plural(calls, 'call')]), ...(progress === '' ? [] : [progress])];
  return [said(mark, 'cyan'), said(` ${label}`), said(`  ${facts.join(' · ')}`, 'dim')];
}

/** The prompt is worked on, whatever is seen of it. */
export function workingBlock(ms: number, canSend: boolean): Block {
  const send = canSend && ms >= LASTING_MS ? ', Ctrl+B: in the background' : '';
  return cutBlock(said('✻', 'cyan'), said(` ${duration(ms)}, Esc interrupts${send}`, 'dim'));
}

/** Work that takes longer is worth a hint that it can go on without the person. */
const LASTING_MS = 2_000;
