import { child, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { type Draft, slug } from './draft.js';
import { type ModelFields, unspoken } from './import-model.js';
import { importProvider, type OwnServer } from './import-provider.js';
import { becomes, type Field, given, numberOf, textOf } from './read-fields.js';

/** The keys of a model. They are read together. */
export const codexModelFields = (target: string, draft: Draft): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    ['model', 'model_provider', 'model_reasoning_effort', 'model_context_window', 'model_max_output_tokens'].map((key) => [
      key,
      becomes(target, () => {}, draft),
    ]),
  );

export interface Chosen {
  /** The file, whose keys count where a profile has none. */
  readonly document: MapNode;
  readonly map: Node;
  readonly path: Path;
  readonly draft: Draft;
}

/** The model of the file or of a profile. One with options has a name of its own. */
export function codexModel(name: string, { document, map, path, draft }: Chosen): string | undefined {
  const of = (key: string) => child(map, key) ?? child(document, key);
  const id = textOf(of('model'));
  if (id === undefined) return undefined;
  const written = textOf(of('model_provider')) ?? 'openai';
  const known = child(child(document, 'model_providers'), written);
  const provider = importProvider(written === 'oss' ? 'ollama' : written, ownServer(known), draft);
  if (provider === undefined) return draft.lose([...path, 'model'], map.place, unspoken(written));
  const fields: ModelFields = given({
    effort: textOf(of('model_reasoning_effort')),
    contextWindow: numberOf(of('model_context_window')),
    maxOutputTokens: numberOf(of('model_max_output_tokens')),
  });
  if (Object.keys(fields).length === 0) return `${provider}/${id}`;
  const key = slug(name, 'model');
  draft.models.set(key, { node: map, path, plan: { provider, id, ...fields } });
  return key;
}

function ownServer(node: Node | undefined): OwnServer {
  const of = (key: string) => textOf(child(node, key));
  const api = of('wire_api');
  return given({
    baseUrl: of('base_url'),
    key: of('env_key'),
    api: api === 'chat' || api === 'responses' ? api : undefined,
  });
}
