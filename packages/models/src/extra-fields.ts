import { isObject } from '@loadout/core';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a request that `extra` never sets, as all APIs call them, without case and underscores. Value: the key of the
 * configuration that sets them instead; empty if there is none.
 */
const RESERVED: Readonly<Record<string, string>> = {
  model: 'id',
  models: 'a list under model of the agent',
  maxtokens: 'maxOutputTokens',
  maxcompletiontokens: 'maxOutputTokens',
  maxoutputtokens: 'maxOutputTokens',
  messages: 'instructions of the agent',
  input: 'instructions of the agent',
  prompt: 'instructions of the agent',
  contents: 'instructions of the agent',
  system: 'instructions of the agent',
  systeminstruction: 'instructions of the agent',
  instructions: 'instructions of the agent',
  toolchoice: 'parallelCalls',
  toolconfig: 'parallelCalls',
  betas: 'betas',
  anthropicbeta: 'betas',
  mcpservers: 'mcpServers of the file',
  anthropicversion: 'apiVersion of the provider',
  headers: 'headers of the provider',
  stream: '',
  streamoptions: '',
  store: '',
  background: '',
  conversation: '',
  previousresponseid: '',
  abortsignal: '',
  includerawchunks: '',
};

/** The field in which the AI SDK carries the fields of one provider. */
const NESTED = 'providerOptions';

const plain = (field: string): string => field.replaceAll('_', '').toLowerCase();

/** A field of `extra` that is not sent, and the key to write instead. */
export interface ReservedField {
  readonly path: readonly string[];
  readonly instead: string;
}

/** Returns the fields of `extra` that are never sent. */
export function reservedFields(extra: Fields): readonly ReservedField[] {
  return Object.entries(extra).flatMap(([field, value]): readonly ReservedField[] => {
    if (field === NESTED && isObject(value))
      return Object.entries(value).flatMap(([provider, fields]) =>
        (isObject(fields) ? reservedFields(fields) : []).map(({ path, instead }) => ({
          path: [NESTED, provider, ...path],
          instead,
        })),
      );
    const name = plain(field);
    return Object.hasOwn(RESERVED, name) ? [{ path: [field], instead: RESERVED[name] ?? '' }] : [];
  });
}

/**
 * Returns the fields of a request: Loadout's own, over those of `extra`. Two maps are joined key by key, and a list has Loadout's
 * items first. `tools` is left out: `serverToolsOf` has them.
 */
export function withExtra(own: Fields, extra: Fields | undefined): Fields {
  return extra === undefined ? own : joined(own, withoutReserved(extra));
}

function withoutReserved(extra: Fields): Fields {
  const kept = Object.entries(extra).filter(([field]) => field !== 'tools' && !Object.hasOwn(RESERVED, plain(field)));
  return Object.fromEntries(
    kept.map(([field, value]) => [field, field === NESTED && isObject(value) ? eachOf(value, withoutReserved) : value]),
  );
}

const eachOf = (fields: Fields, change: (one: Fields) => Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isObject(value) ? change(value) : value]));

function joined(own: Fields, extra: Fields): Fields {
  const result: Record<string, unknown> = { ...own };
  for (const [field, value] of Object.entries(extra)) {
    const mine = Object.hasOwn(own, field) ? own[field] : undefined;
    if (mine === undefined) result[field] = value;
    else if (isObject(mine) && isObject(value)) result[field] = joined(mine, value);
    else if (Array.isArray(mine) && Array.isArray(value)) result[field] = [...mine, ...value];
  }
  return result;
}
