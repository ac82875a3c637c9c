import type { ModelProvider } from '@loadout/core/model';
import { scriptedModel } from '@loadout/model-script';
import type { served } from '../served.test-kit.js';

export const ALLOW = { 'x-loadout-client-tools': 'allow' };
export const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
export const FLAT = {
  type: 'function' as const,
  name: 'weather',
  description: 'The weather.',
  parameters: PARAMETERS,
  strict: false,
};
export const ASKED = { role: 'user' as const, content: 'How is it in Bonn?' };

export const call = (city: string) => ({ weather: { city } });
/** A model that calls the tool of the client, reads with its own, and says what came back. */
export const ONE = [{ text: 'Let me see.', tools: [call('Bonn')] }, { tools: [{ Look: {} }] }, { text: 'It is sunny.' }];

/** The results that a model was given, from all runs in their order. */
export const journalOf = async ({ runs }: Awaited<ReturnType<typeof served>>) => {
  const lines: { type: string; name?: string; outcome?: string; content?: string }[] = [];
  for (const { id } of [...(await runs.list())].reverse())
    for await (const { json } of (await runs.events(id)).after(0, new AbortController().signal)) lines.push(JSON.parse(json));
  return lines
    .filter(({ type, outcome }) => type === 'tool_result' && outcome !== 'deferred')
    .map(({ name, outcome, content }) => ({ name, outcome, content }));
};

/** A model that plays turns, and the last message that it was sent. */
export function heard(turns: Parameters<typeof scriptedModel>[0]) {
  const script = scriptedModel(turns);
  const sent: unknown[] = [];
  const model: ModelProvider = {
    ...script,
    stream: (request, ...more) => {
      sent.push(request.messages.at(-1));
      return script.stream(request, ...more);
    },
  };
  return { model, last: () => JSON.stringify(sent.at(-1)) };
}
