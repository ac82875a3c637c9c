import type { AgentEvent } from '@loadout/runner';
import { callLine } from './call-line.js';
import type { Paint } from './paint.js';
import { oneLine } from './printable.js';
import { shortSummary } from './summary.js';
import { verboseLines } from './verbose-lines.js';

type SubagentEvent = AgentEvent & { readonly type: 'subagent' };

/** What agents under the one that was started do: a line for each call that ended, and one for their end, by who they are. */
export class SubagentLines {
  readonly #paint: Paint;
  /** By the id of an agent: what it is, and where it works. */
  readonly #known = new Map<string, { readonly label: string; readonly cwd: string }>();

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  of({ path, event }: SubagentEvent, { verbose }: { readonly verbose: boolean }): readonly string[] {
    const id = path.at(-1) ?? '';
    if (event.type === 'init') this.#known.set(id, { label: labelOf(event.init.agent, id), cwd: event.init.cwd });
    const lines = [...this.#ownLines(event, id), ...(verbose ? verboseLines(event).map((line) => this.#paint('dim', line)) : [])];
    const who = this.#paint('dim', path.map((one) => this.#known.get(one)?.label ?? one).join(' › '));
    const indent = '  '.repeat(path.length);
    const shown = lines.flatMap((line) => line.split('\n')).map((line) => `${indent}${who} ${line}`);
    if (event.type === 'result') this.#known.delete(id);
    return shown;
  }

  #ownLines(event: SubagentEvent['event'], id: string): readonly string[] {
    if (event.type === 'tool_result') return [callLine(event.call, { cwd: this.#known.get(id)?.cwd ?? '', paint: this.#paint })];
    if (event.type === 'notice') return [this.#paint('yellow', oneLine(`note: ${event.message}`, 500))];
    if (event.type === 'hook' && event.problem !== undefined)
      return [this.#paint('yellow', oneLine(`hook ${event.name} (${event.event}): ${event.problem}`, 500))];
    if (event.type !== 'result') return [];
    const { result } = event;
    const why = result.error === undefined ? '' : `: ${oneLine(result.error.message, 400)}`;
    return [this.#paint(result.outcome === 'success' ? 'dim' : 'yellow', `${shortSummary(result)}${why}`)];
  }
}

/** `Explore 4e5f`: several of one kind run side by side. */
const labelOf = (agent: string, id: string) => oneLine(`${agent} ${id.slice(-4)}`);
