/** The address of the schema, which stays: editors and SchemaStore name it. */
export const SCHEMA_ADDRESS = 'https://loadout-agents.github.io/loadout/schema/v1.json';

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name. */
const ONE = ['additionalProperties', 'items', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'];
const LISTS = ['anyOf', 'oneOf', 'allOf'];
const MAPS = ['properties', 'patternProperties'];
/** Keywords that a later draft has, and that an editor with this one would read as nothing. */
const LATER = /^(?:\$defs|\$dynamicRef|\$anchor|prefixItems|unevaluated\w+|dependent\w+|minContains|maxContains)$/;
/** The text of a schema that is worth a definition, if it stands at two places. */
const WORTH = 400;

/**
 * Returns the schema of the configuration in draft 07, which the language servers of editors understand best. What stands at several
 * places becomes a definition. Descriptions are Markdown too, with the state of the key before trust.
 */
export function draft07(schema) {
  const counts = new Map();
  count(schema, counts);
  const definitions = {};
  const names = new Map();
  const converted = inner(schema, { counts, definitions, names });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: SCHEMA_ADDRESS,
    title: 'agent.config.yaml of Loadout',
    ...converted,
    definitions,
  };
}

/** Counts each schema by its text. */
function count(schema, counts) {
  if (!isObject(schema)) return;
  const text = JSON.stringify(schema);
  counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.get(text) === 1) for (const [, child] of childrenOf(schema)) count(child, counts);
}

const childrenOf = (schema) =>
  Object.entries(schema).flatMap(([key, value]) => {
    if (ONE.includes(key)) return [[key, value]];
    if (LISTS.includes(key)) return value.map((one) => [key, one]);
    return MAPS.includes(key) ? Object.entries(value) : [];
  });

function convert(schema, name, world) {
  if (!isObject(schema)) return schema;
  const text = JSON.stringify(schema);
  if (text.length < WORTH || world.counts.get(text) < 2) return inner(schema, world);
  if (!world.names.has(text)) {
    const taken = Object.keys(world.definitions);
    const own = taken.includes(name) ? `${name}${taken.filter((one) => one.replace(/\d+$/, '') === name).length + 1}` : name;
    world.names.set(text, own);
    world.definitions[own] = true;
    world.definitions[own] = inner(schema, world);
  }
  return { $ref: `#/definitions/${world.names.get(text)}` };
}

function inner(schema, world) {
  const { description, 'x-before-trust': trust } = schema;
  const told = [description, trust && `Before trust: ${trust}`].filter(Boolean).join('\n\n');
  const own = Object.entries(schema).flatMap(([key, value]) => {
    if (LATER.test(key)) throw new Error(`The schema of the configuration has ${key}, which draft 07 does not know.`);
    if (key === 'x-before-trust' || key === '$schema') return [];
    return [[key, converted(key, value, world)]];
  });
  return Object.fromEntries(told === '' ? own : [...own, ['markdownDescription', told]]);
}

function converted(key, value, world) {
  if (ONE.includes(key)) return convert(value, key, world);
  if (LISTS.includes(key)) return value.map((one) => convert(one, key, world));
  if (!MAPS.includes(key)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convert(one, name, world)]));
}

const isObject = (value) => typeof value === 'object' && value !== null;

/** The entry of SchemaStore's catalogue, which the owner submits. Its editors then know the file by its name. */
export const catalogEntry = {
  name: 'Loadout agent config',
  description: 'Agents, their tools, rules and hooks, declared for Loadout',
  fileMatch: ['agent.config.yaml', 'agent.config.yml', 'agent.config.json', 'agent.config.local.yaml'],
  url: SCHEMA_ADDRESS,
};
