import type { Toolkit } from '@loadout/adapters';
import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, RunState, Usage } from '@openai/agents-core';
import { type Drive, type Host, nextCalls, type Seen } from '../scenario.js';

type Items = Exclude<ModelRequest['input'], string>;
type CallResult = Extract<Items[number], { type: 'function_call_result' }>;

/** A model that makes the next call of the script that has no result yet. */
export class ScriptedModel implements Model {
  last: ModelRequest['input'] = [];
  readonly #drive: Drive;

  constructor(drive: Drive) {
    this.#drive = drive;
  }

  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    this.last = input;
    const next = nextCalls(this.#drive, (id) => resultOf(input, id) !== undefined);
    const output: ModelResponse['output'] =
      next.length === 0
        ? [
            {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: this.#drive.answer ?? 'Done.' }],
            },
          ]
        : next.map(({ id, name, input }) => ({
            type: 'function_call' as const,
            callId: id,
            name,
            arguments: JSON.stringify(input),
            status: 'completed' as const,
          }));
    return { usage: new Usage(), output };
  }

  getStreamedResponse(): never {
    throw new Error('The script is not streamed.');
  }
}

const resultOf = (input: ModelRequest['input'], id: string) =>
  (input as Items).find((item): item is CallResult => item.type === 'function_call_result' && item.callId === id);

export const openaiAgents: Host = {
  name: 'the OpenAI Agents SDK',
  asks: true,
  async run(kit: Toolkit, drive: Drive) {
    const model = new ScriptedModel(drive);
    const agentOf = (one: Toolkit) => new Agent({ name: 'scripted', instructions: 'Go.', model, tools: one.openaiAgents() });
    let agent = agentOf(kit);
    const runner = new Runner({ tracingDisabled: true });
    const options = { maxTurns: 20, ...(drive.signal === undefined ? {} : { signal: drive.signal }) };
    const asked = new Set<string>();
    let result = await runner.run(agent, 'Go.', options);
    while (result.interruptions.length > 0) {
      for (const item of result.interruptions) {
        const id = 'callId' in item.rawItem ? String(item.rawItem.callId) : '';
        asked.add(id);
        if (drive.calls.find((call) => call.id === id)?.answer === 'yes') result.state.approve(item);
        else result.state.reject(item);
      }
      const next = await drive.restart?.();
      agent = next === undefined ? agent : agentOf(next);
      const state =
        next === undefined ? result.state : await RunState.fromString<undefined, typeof agent>(agent, result.state.toString());
      result = await runner.run(agent, state, options);
    }
    return Object.fromEntries(drive.calls.map(({ id }) => [id, seen(resultOf(model.last, id), asked.has(id))]));
  },
};

function seen(result: CallResult | undefined, asked: boolean): Seen {
  if (result === undefined) throw new Error('The model read no result.');
  const { output } = result;
  if (typeof output === 'string') return { asked, text: output };
  const parts = Array.isArray(output) ? output : [output];
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
  const picture = parts.find((part) => part.type === 'input_image' || part.type === 'image');
  const image = /^data:([^;]+);/.exec(JSON.stringify(Object.values(picture ?? {})).replace(/.*?(?=data:)/, ''))?.[1];
  return { asked, text, ...(image === undefined ? {} : { image }) };
}
