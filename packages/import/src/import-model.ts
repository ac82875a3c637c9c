import type { Node, Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { entriesOf, given, numberOf, readFields, textOf } from './read-fields.js';

/** Loadout's own providers, by the names that the other formats use. */
const PROVIDERS: Readonly<Record<string, string>> = { anthropic: 'anthropic' };

const CHOICE = 'it is chosen by the provider here; models.<name>.extra sends more';

/** Converts a model of docker-agent, under its name. Models of unsupported providers are reported as lost. */
export function importModel(name: string, { node, path }: { node: Node; path: Path }, draft: Draft): void {
  const written = textOf(entriesOf(node).get('provider')?.value) ?? '';
  const provider = Object.hasOwn(PROVIDERS, written) ? PROVIDERS[written] : undefined;
  const id = textOf(entriesOf(node).get('model')?.value);
  if (provider === undefined || id === undefined) {
    draft.lose(path, node.place, `there is no provider ${JSON.stringify(written)}; agents with this model use the default one`);
    return;
  }
  const model: { maxOutputTokens?: number | undefined } = {};
  readFields(
    node,
    {
      provider: null,
      model: null,
      max_tokens: (value) => {
        model.maxOutputTokens = numberOf(value);
      },
      temperature: CHOICE,
      top_p: CHOICE,
      frequency_penalty: CHOICE,
      presence_penalty: CHOICE,
      thinking_budget: 'write thinking or effort',
      base_url: 'write providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl } } }',
      token_key: 'the key is read from ANTHROPIC_API_KEY',
    },
    { draft, path },
  );
  draft.models.set(name, given({ provider, id, ...model }));
}
