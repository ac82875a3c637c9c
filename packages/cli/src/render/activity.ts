import type { ModelPlan } from '@loadout/core';
import type { AgentEvent } from '@loadout/runner';
import { callLabel } from './call-label.js';
import { cost, count, duration } from './numbers.js';
import { oneLine } from './printable.js';
import { costSoFar } from './running-cost.js';

interface Running {
  readonly label: string;
  readonly since: number;
  progress?: string;
}

/** What is going on now, as the status line tells it: what runs and for how long, the turn, tokens, cost. */
export class Activity {
  readonly #cwd: string;
  readonly #price: ModelPlan['price'];
  readonly #running = new Map<string, Running>();
  #since = 0;
  #turn = 1;
  #tokens = 0;
  #cost = 0;

  constructor(options: { readonly cwd: string; readonly price: ModelPlan['price'] }) {
    this.#cwd = options.cwd;
    this.#price = options.price;
  }

  event(event: AgentEvent, now: number): void {
    switch (event.type) {
      case 'init':
      case 'reply':
        this.#since = now;
        break;
      case 'turn':
        this.#turn = event.turn + 1;
        break;
      case 'message': {
        const { input_tokens, output_tokens, cache_creation_input_tokens = 0, cache_read_input_tokens = 0 } = event.usage;
        this.#tokens += input_tokens + output_tokens + cache_creation_input_tokens + cache_read_input_tokens;
        if (this.#price !== undefined) this.#cost += costSoFar(event.usage, this.#price);
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
    const money = this.#price === undefined ? [] : [cost(this.#cost)];
    return [what, ...more, `turn ${this.#turn}`, `${count(this.#tokens)} tokens`, ...money].join(' · ');
  }
}
