import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = 'packages/config/src/schema';
const ENTRY = `export { documents } from './config-schema.js'; export { refinements } from './refinements.js'; export { decisionOf } from './free.js';`;

/** The generated file of shapes: its path and its text, one shape a line. Reads the sources, because the built code contains the file. */
export async function shapesFile(root) {
  const folder = join(root, FOLDER);
  if (!existsSync(join(folder, 'config-schema.ts'))) return {};
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: folder },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    alias: { '@loadout/core': join(root, 'packages/core/src/index.ts') },
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { documents, refinements, decisionOf } = await import(`data:text/javascript;base64,${code}`);
  return { [`${FOLDER}/shapes.json`]: textOf(shapesOf(documents, refinements, decisionOf)) };
}

const textOf = ({ documents, list }) => {
  const lines = list.map((shape) => `    ${JSON.stringify(shape)}`);
  return `{\n  "documents": ${JSON.stringify(documents)},\n  "list": [\n${lines.join(',\n')}\n  ]\n}\n`;
};

/**
 * The shapes of whole documents, read from the definitions of their zod schemas: `Shapes` in packages/config/src/schema/shape.ts. Equal shapes
 * have one place. `decisionOf` says what of them applies before trust. Throws for a schema or a check that has no shape, so none is left out silently.
 */
export function shapesOf(documents, refinements, decisionOf) {
  const places = new Map();
  const names = new Map(Object.entries(refinements).map(([name, check]) => [check, name]));
  const place = (schema) => {
    const text = JSON.stringify({ ...shapeOf(schema, place), ...freeIn(schema, decisionOf), ...refined(schema, names) });
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text);
  };
  const roots = Object.fromEntries(Object.entries(documents).map(([name, schema]) => [name, place(schema)]));
  return { list: [...places.keys()].map((text) => JSON.parse(text)), documents: roots };
}

const SHAPES = {
  unknown: () => ({ is: 'anything' }),
  null: () => ({ is: 'nothing' }),
  boolean: () => ({ is: 'boolean' }),
  string: (def) => ({ is: 'text', ...bounds(def, { min_length: 'least' }) }),
  number: (def) => ({ is: 'number', ...wholeness(def), ...bounds(def, { less_than: 'most', greater_than: 'least' }) }),
  literal: ({ values }) => ({ is: 'one of', values }),
  enum: ({ entries }) => ({ is: 'one of', values: Object.values(entries) }),
  array: (def, place) => ({ is: 'list', of: place(def.element), ...bounds(def, { min_length: 'least' }) }),
  union: ({ options }, place) => ({ is: 'either', of: options.map(place) }),
  nullable: ({ innerType }, place) => ({ is: 'either', of: [place(innerType), place(NULL)] }),
  record: ({ keyType, valueType }, place) => ({ is: 'names', names: place(keyType), of: place(valueType) }),
  object: ({ shape, catchall }, place) => ({
    is: 'map',
    keys: Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, place(required(schema))])),
    needed: Object.keys(shape).filter((key) => !isOptional(shape[key])),
    ...(catchall?._zod.def.type === 'never' ? {} : { rest: place(catchall) }),
  }),
};

/** The parts of a map or a record that apply before trust, by the decisions in the schema. */
function freeIn(schema, decisionOf) {
  const { type, shape, keyType, valueType } = schema._zod.def;
  if (type === 'object') {
    const decided = Object.entries(shape).map(([key, value]) => [key, freedom(decisionOf(value))]);
    const free = decided.filter(([, one]) => one === true).map(([key]) => key);
    const when = decided.filter(([, one]) => typeof one !== 'boolean');
    return { ...(free.length === 0 ? {} : { free }), ...(when.length === 0 ? {} : { when: Object.fromEntries(when) }) };
  }
  return type === 'record' && freedom(decisionOf(keyType)) !== false ? { each: freedom(decisionOf(valueType)) } : {};
}

const freedom = (decision) => (decision === undefined || decision.is === 'waits' ? false : (decision.when ?? true));

const NULL = { _zod: { def: { type: 'null' } } };

function shapeOf(schema, place) {
  const { def } = schema._zod;
  if (SHAPES[def.type] === undefined) throw new Error(`A schema of type ${def.type} has no shape in scripts/lib/shapes.mjs.`);
  return SHAPES[def.type](def, place);
}

const isOptional = (schema) => schema._zod.def.type === 'optional';
const required = (schema) => (isOptional(schema) ? required(schema._zod.def.innerType) : schema);

/** The checks of a schema: those of the schema itself (`z.int()`) and those that were added to it. */
const checksOf = (def) => [...(def.check === undefined ? [] : [def]), ...(def.checks ?? []).map((check) => check._zod.def)];

const isWhole = ({ check, format }) => check === 'number_format' && format === 'safeint';
const isRefinement = ({ check }) => check === 'custom';

const wholeness = (def) => (checksOf(def).some(isWhole) ? { isWhole: true } : {});

/** The bounds of a number or a length. `names`: the name of a bound by its check. */
function bounds(def, names) {
  const found = {};
  for (const check of checksOf(def)) {
    if (isWhole(check) || isRefinement(check)) continue;
    const name = check.check === 'greater_than' && !check.inclusive ? 'above' : names[check.check];
    if (name === undefined || (name === 'most' && !check.inclusive) || found[name] !== undefined)
      throw new Error(`The check ${check.check} of a schema of type ${def.type} has no shape in scripts/lib/shapes.mjs.`);
    found[name] = check.value ?? check.minimum;
  }
  return found;
}

function refined(schema, names) {
  const refinements = checksOf(schema._zod.def).filter(isRefinement);
  const refined = refinements.map(({ fn }) => {
    if (!names.has(fn)) throw new Error('A refinement of a schema is not in packages/config/src/schema/refinements.ts.');
    return names.get(fn);
  });
  return refined.length === 0 ? {} : { refined };
}
