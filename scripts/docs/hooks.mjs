import { cell, code, page, table } from './markdown.mjs';
import { schemaTable } from './schema-table.mjs';

/** docs/reference/hooks.md: the events with the comments of the contract, and the handler types with what an entry takes. */
export function hooksPage({ events, contract, manifests }) {
  const told = eventComments(contract);
  const types = manifests.flatMap(({ json }) =>
    Object.entries(json.loadout?.hookTypes ?? {}).map(([type, schema]) => ({ type, schema, from: json.name })),
  );
  return page('Hooks', [
    '## Events',
    table(
      ['Event', 'May block', 'Its matcher is held against', 'What it is told of, and what it may do'],
      Object.entries(events).map(([event, { blocks, subject }]) => [
        code(event),
        blocks ? 'yes' : 'no',
        subject === undefined ? '' : code(subject),
        cell(told.get(event)),
      ]),
    ),
    '## Types',
    'A hook in the configuration is a map with a `type`; what else it takes depends on that.',
    ...types.map(({ type, schema, from }) => `### ${type}\n\nFrom ${from}.\n\n${schemaTable(schema)}`),
  ]);
}

/** The comment above each event in `interface HookInputs`. */
export function eventComments(contract) {
  const body = /export interface HookInputs \{([\s\S]*?)\n\}/.exec(contract)?.[1] ?? '';
  const entries = body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(\w+):/g);
  return new Map(
    [...entries].map(([, comment, name]) => [
      name,
      comment
        .replace(/^\s*\*/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  );
}
