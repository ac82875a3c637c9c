import { code, page } from './markdown.mjs';
import { resolved, schemaTable } from './schema-table.mjs';

/**
 * docs/reference/config.md: the tables of each map of the configuration's JSON Schema, outermost first. Equal tables appear once.
 */
export function configPage(schema) {
  const tables = new Map();
  collect(schema, { root: schema, path: '', tables, seen: new Set() });
  const sections = [...tables].flatMap(([path, shown]) => [path === '' ? '' : `## ${code(path)}`, shown.join('\n\nor\n\n')]);
  return page('Configuration', ['Every key of `agent.config.yaml`. Keys that start with `x-` are free.', ...sections]);
}

function collect(given, { root, path, tables, seen }) {
  const schema = resolved(given, root);
  if (seen.has(schema)) return;
  const shown = schemaTable(schema, root);
  if (shown !== '' && ![...tables.values()].flat().includes(shown)) tables.set(path, [...(tables.get(path) ?? []), shown]);
  const open = new Set([...seen, schema]);
  for (const [inside, next] of partsOf(schema, path)) collect(next, { root, path: inside, tables, seen: open });
}

/** The schemas inside a schema, each with its path, such as `agents.<name>` or `permissions.allow`. */
function partsOf(schema, path) {
  const join = (name) => (path === '' ? name : `${path}.${name}`);
  const extra = schema.additionalProperties;
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, next]) => [join(name), next]),
    ...(typeof extra === 'object' ? [[join('<name>'), extra]] : []),
    ...(schema.items === undefined ? [] : [[`${path}[]`, schema.items]]),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map((next) => [path, next]),
  ];
}
