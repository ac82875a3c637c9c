import { callLabel, cost, count, duration, oneLine } from '@loadout/command';
import type { AgentEvent } from '@loadout/runner';

interface Running {
  readonly label: string;
  readonly since: number;
  progress?: string;
}

/** The current activity for the status line: the running calls and their time, the turn, tokens, cost. */
export class Activity {
  #cwd = '';
  readonly #running = new Map<string, Running>();
  #since = 0;
  #turn = 1;
  /** The number of turns whose calls may still run. */
  #turnsDone = 0;
  #tokens = 0;
  #cost: number | null = null;

  event(event: AgentEvent, now: number): void {
    switch (event.type) {
      case 'init':
        this.#cwd = event.init.cwd;
        this.#since = now;
        break;
      case 'reply':
        this.#since = now;
        this.#turn = this.#turnsDone + 1;
        break;
      case 'turn': {
        const { usage, costUsd } = event.totals;
        this.#turnsDone = event.turn;
        this.#tokens =
          usage.input_tokens +
          usage.output_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0);
        this.#cost = costUsd;
        break;
      }
      case 'tool_start':
        this.#running.set(event.id, { label: callLabel(event, this.#cwd), since: now });
        break;
      case 'tool_progress': {
        const running = this.#running.get(event.id);
        if (running !== undefined) running.progress = oneLine(event.message, 60);
        break;
      }
      case 'subagent': {
        const running = this.#running.get(event.toolUseId ?? '');
        if (running !== undefined && event.event.type === 'tool_start')
          running.progress = oneLine(callLabel(event.event, this.#cwd), 60);
        break;
      }
      case 'tool_result':
        this.#running.delete(event.id);
    }
  }

  text(now: number): string {
    const [first, ...others] = this.#running.values();
    const what =
      first === undefined
        ? `waiting for the model ${duration(now - this.#since)}`
        : `${first.label} ${duration(now - first.since)}${first.progress === undefined ? '' : ` · ${first.progress}`}`;
    const more = others.length === 0 ? [] : [`${others.length} more`];
    const money = this.#cost === null ? [] : [cost(this.#cost)];
    return [what, ...more, `turn ${this.#turn}`, `${count(this.#tokens)} tokens`, ...money].join(' · ');
  }
}
