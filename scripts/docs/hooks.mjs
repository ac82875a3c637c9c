import { cell, code, page, table } from './markdown.mjs';
import { schemaTable } from './schema-table.mjs';

/** docs/reference/hooks.md: the table of events, and the handler types with the fields of an entry. */
export function hooksPage({ events, manifests }) {
  const types = manifests.flatMap(({ json }) =>
    Object.entries(json.loadout?.hookTypes ?? {}).map(([type, schema]) => ({ type, schema, from: json.name })),
  );
  return page('Hooks', [
    '## Events',
    table(
      ['Event', 'May block', 'Its matcher is compared with', 'When it fires, and what its hooks may do'],
      Object.entries(events).map(([event, { blocks, subject, sentence }]) => [
        code(event),
        blocks ? 'yes' : 'no',
        subject === undefined ? '' : code(subject),
        cell(sentence),
      ]),
    ),
    '## Types',
    'A hook in the configuration is a map with a `type`; what else it takes depends on that.',
    ...types.map(({ type, schema, from }) => `### ${type}\n\nFrom ${from}.\n\n${schemaTable(schema)}`),
  ]);
}
