import { agUiClient, type Event } from '../../../packages/ag-ui/src/ag-ui-client.test-kit.js';
import { ANSWER, type Door, PROMPTS } from '../scenario.js';
import { sum } from './events.js';
import { activeRun, endedRun, servedAt, startedCall } from './http.js';

interface Finished {
  readonly result?: { readonly outcome: string; readonly text: string; readonly costUsd: number };
  readonly outcome?: { readonly interrupts?: readonly Interrupt[] };
}

interface Interrupt {
  readonly id: string;
  readonly message: string;
  readonly metadata: { readonly tool: string; readonly input: { readonly command?: string } };
}

/** AG-UI, by the library `@ag-ui/client`, which refuses events in a wrong order. */
export const overAgUi: Door = {
  name: 'AG-UI',
  async play(cwd) {
    const { url } = await servedAt(cwd);
    const client = agUiClient(url);
    const last = () => client.events.at(-1) as unknown as Finished;
    const resume = async (payload: object) => {
      const [interrupt] = last().outcome?.interrupts ?? [];
      await client.run({ resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload }] });
      return interrupt;
    };
    await client.ask(PROMPTS.work);
    const approval = await resume({ approved: true });
    const question = await resume({ texts: [ANSWER] });
    const work = [...client.events];
    const { result } = last();
    const waiting = client.ask(PROMPTS.cancelled).catch(() => {});
    const run = await activeRun(url);
    await startedCall(url, run, 'cat gate');
    client.agent.abortRun();
    await waiting;
    await endedRun(url, run);
    await client.ask(PROMPTS.resumed);
    const resumed = last().result?.text;
    await client.ask(PROMPTS.endless);
    const below = work.find(({ type, subagentRunId }) => type === 'TOOL_CALL_START' && subagentRunId !== undefined);
    const inputOf = (id: unknown) => {
      const args = work.find(({ type, toolCallId }) => type === 'TOOL_CALL_ARGS' && toolCallId === id)?.delta;
      return (JSON.parse(String(args ?? '{}')) as { readonly file_path?: string }).file_path;
    };
    const own = work.filter(({ subagentRunId }) => subagentRunId === undefined);
    const started = own.filter(({ type }) => type === 'TOOL_CALL_START');
    const results = new Map(own.flatMap((event) => (event.type === 'TOOL_CALL_RESULT' ? [[event.toolCallId, event]] : [])));
    return {
      calls: started.map(({ toolCallId, toolCallName }) => `${toolCallName} ${outcomeOf(results.get(toolCallId))}`),
      denial: String(results.get(started[1]?.toolCallId)?.content),
      approval: `${approval?.metadata.tool} ${approval?.metadata.input.command}`,
      question: question?.message,
      subagent: `${below?.toolCallName} ${inputOf(below?.toolCallId)}`,
      cost: sum(work.flatMap((event) => (event as unknown as Finished).result?.costUsd ?? [])),
      answer: result?.text,
      limit: last().result?.outcome === 'error_max_turns' ? 'limit' : undefined,
      resumed,
    };
  },
};

const outcomeOf = (result: Event | undefined) =>
  (result?.metadata as { readonly loadout?: { readonly outcome?: string } } | undefined)?.loadout?.outcome;
