import { callLabel, hookProblems, oneLine, type Paint, shortSummary } from '@loadout/command';
import type { AgentEvent } from '@loadout/runner';
import { callLine, verboseLines } from './event-lines.js';

type SubagentEvent = AgentEvent & { readonly type: 'subagent' };
type OwnEvent = SubagentEvent['event'];

/** Lines about subagents: the call that starts a subagent, one line for each ended call, and its end. */
export class SubagentLines {
  readonly #paint: Paint;
  /** The known agents by id: their labels and working directories. */
  readonly #known = new Map<string, { readonly label: string; readonly cwd: string }>();
  /** The running calls by id. One of them may start an agent. */
  readonly #calls = new Map<string, string>();

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  /** Records the calls that may start agents. */
  watch(event: AgentEvent, cwd: string): void {
    if (event.type === 'tool_start') this.#calls.set(event.id, callLabel(event, cwd));
    if (event.type === 'tool_result') this.#calls.delete(event.id);
  }

  of({ path, event, toolUseId }: SubagentEvent, { verbose }: { readonly verbose: boolean }): readonly string[] {
    const id = path.at(-1) ?? '';
    if (event.type === 'init') return this.#begin(event, { path, id, toolUseId });
    const cwd = this.#known.get(id)?.cwd ?? '';
    this.watch(event, cwd);
    const details = verbose ? verboseLines(event).map((line) => this.#paint('dim', `  ${line}`)) : [];
    const lines = [...this.#ownLines(event, cwd), ...details].flatMap((line) => line.split('\n'));
    const start = `${indent(path.length)}${this.#who(path)} `;
    if (event.type === 'result') this.#known.delete(id);
    return lines.map((line) => start + line);
  }

  #begin(
    { init }: OwnEvent & { readonly type: 'init' },
    { path, id, toolUseId = '' }: { path: readonly string[]; id: string; toolUseId: string | undefined },
  ): readonly string[] {
    this.#known.set(id, { label: labelOf(init.agent, id), cwd: init.cwd });
    const call = this.#calls.get(toolUseId) ?? 'an agent starts';
    return [`${indent(path.length - 1)}${this.#paint('dim', `▸ ${call}`)}`];
  }

  #who(path: readonly string[]): string {
    return this.#paint('dim', path.map((id) => this.#known.get(id)?.label ?? id).join(' › '));
  }

  #ownLines(event: OwnEvent, cwd: string): readonly string[] {
    switch (event.type) {
      case 'tool_result':
        return [callLine(event.call, { cwd, paint: this.#paint })];
      case 'notice':
        return [this.#paint('yellow', oneLine(`note: ${event.message}`, 500))];
      case 'hook':
        return hookProblems(event).map((line) => this.#paint('yellow', oneLine(line, 500)));
      case 'result': {
        const { result } = event;
        const why = result.error === undefined ? '' : `: ${oneLine(result.error.message, 400)}`;
        return [this.#paint(result.outcome === 'success' ? 'dim' : 'yellow', `${shortSummary(result)}${why}`)];
      }
      default:
        return [];
    }
  }
}

const indent = (depth: number) => '  '.repeat(depth);

/** The label `Explore 4e5f`. The id is needed because several agents of one kind may run side by side. */
const labelOf = (agent: string, id: string) => oneLine(`${agent} ${id.slice(-4)}`);
