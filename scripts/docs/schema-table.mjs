import { cell, code, table } from './markdown.mjs';

/** The properties of an object schema as a table. */
export function schemaTable(schema, root = schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, given]) => {
    const property = resolved(given, root);
    return [
      code(name),
      cell(typeName(property, root)),
      required.has(name) ? 'yes' : '',
      property.default === undefined ? '' : code(JSON.stringify(property.default)),
      cell(given.description ?? property.description),
      cell(given['x-before-trust'] ?? property['x-before-trust']),
    ];
  });
  return table(['Name', 'Type', 'Required', 'Default', 'Meaning', 'Before trust'], rows);
}

/** The type of a value, in a few words. */
export function typeName(given, root) {
  const schema = resolved(given, root);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((one) => typeName(one, root)))].join(' or ');
  if (schema.type === 'array') return schema.items === undefined ? 'list' : `list of ${typeName(schema.items, root)}`;
  if (schema.type === 'object') return mapName(schema, root);
  return `${[schema.type ?? 'anything'].flat().join(' or ')}${bounds(schema)}`;
}

const isOpen = (values) => values === undefined || typeof values === 'boolean' || Object.keys(values).length === 0;
const mapName = (schema, root) =>
  schema.properties !== undefined || isOpen(schema.additionalProperties)
    ? 'map'
    : `map of ${typeName(schema.additionalProperties, root)}`;

/** The bounds of a safe integer are not worth a mention. */
const limit = (value, sign) => (value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? '' : ` ${sign} ${value}`);
const bounds = ({ minimum, exclusiveMinimum, maximum }) =>
  limit(minimum, '≥') + limit(exclusiveMinimum, '>') + limit(maximum, '≤');

/** Follows `$ref` inside the document. */
export function resolved(schema, root) {
  if (typeof schema?.$ref !== 'string') return schema ?? {};
  const target = schema.$ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return resolved(target ?? {}, root);
}
