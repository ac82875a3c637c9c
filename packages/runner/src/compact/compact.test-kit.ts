import { type ModelRequest, textOf } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import type { AgentEvent } from '../report/events.js';
import { model, planFor, reader, type Step, tempFolder } from '../run/scripted.test-kit.js';

const PRICE = { input: 1, output: 1 };
export const FULL = {
  input_tokens: 1000,
  cache_read_input_tokens: 60_000,
  cache_creation_input_tokens: 1000,
  output_tokens: 4000,
};

/** A window of 100,000: compaction starts at 64,000, 0.8 of the window without the reserve. `FULL` is above that. */
export function full(changes: { contextWindow?: number | undefined; compaction?: Plan['agents'][string]['compaction'] } = {}) {
  const folder = tempFolder();
  const contextWindow = 'contextWindow' in changes ? changes.contextWindow : 100_000;
  const plan = planFor(folder, { models: { m: { provider: 'test', id: 'm', contextWindow, price: PRICE } } });
  const [agent] = Object.values(plan.agents);
  const agents = { a: { ...agent, compaction: changes.compaction } } as Plan['agents'];
  return { plan: { ...plan, agents }, workspace: folder, modelId: 'm', permissions: {} };
}

export const isSummaryRequest = (request: ModelRequest) =>
  textOf(request.messages.at(-1) ?? { content: [] }).includes('Write a summary');
export const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
export const compacts = (events: readonly AgentEvent[]) => events.filter((event) => event.type === 'compact');
export const look = (chars = 30_000, name = 'Look') => reader(name, ({ n }) => `seen ${n} ${'x'.repeat(chars)}`);
export const tooLong: Step = { fail: 'MODEL_PROMPT_TOO_LONG' };

/**
 * Answers three turns with a call, then the answer; gives the summary whenever it is requested. `usages`: the usage that each
 * turn reports.
 */
export function worker(turn: (index: number) => Step | undefined = () => undefined, summary: Step = { text: 'The sum of it.' }) {
  let turns = 0;
  return model((request) => {
    if (isSummaryRequest(request)) return summary;
    const index = turns++;
    return (
      turn(index) ??
      (index < 3 ? { text: `turn ${index}`, calls: [{ name: 'Look', id: `c${index}`, input: { n: index } }] } : { text: 'Done.' })
    );
  });
}
export const fullAt = (at: number) => (index: number) =>
  index === at ? { text: 'filling', calls: [{ name: 'Look', id: `c${index}`, input: { n: index } }], usage: FULL } : undefined;
