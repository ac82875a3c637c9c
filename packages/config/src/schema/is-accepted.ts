import { refinements } from './refinements.js';
import type { Shape, Shapes } from './shape.js';
import generated from './shapes.json' with { type: 'json' };

export const shapes = generated as unknown as Shapes;
const { list, documents } = shapes;

/**
 * Whether the schema of the document accepts the data. Answers from `shapes.json`, which is generated from the schemas, because zod and the
 * schemas take longer to load than all else that reads a configuration. They are loaded to say what is wrong.
 */
export const isAccepted = (document: keyof Shapes['documents'], data: unknown): boolean => fits(data, documents[document]);

function fits(value: unknown, place: number): boolean {
  const shape = list[place];
  if (shape === undefined || !hasShape(value, shape)) return false;
  return (shape.refined ?? []).every((name) => refinements[name](value as never));
}

function hasShape(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'anything':
      return true;
    case 'nothing':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.length >= (shape.least ?? 0);
    case 'number':
      return isNumber(value, shape);
    case 'one of':
      return shape.values.some((one) => one === value);
    case 'list':
      return Array.isArray(value) && value.length >= (shape.least ?? 0) && value.every((item) => fits(item, shape.of));
    case 'either':
      return shape.of.some((one) => fits(value, one));
    case 'names':
      return isMap(value) && Object.entries(value).every(([name, item]) => fits(name, shape.names) && fits(item, shape.of));
    case 'map':
      return isMap(value) && hasKeys(value, shape);
  }
}

function isNumber(value: unknown, { isWhole, least, above, most }: Extract<Shape, { is: 'number' }>): boolean {
  if (typeof value !== 'number' || !(isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))) return false;
  return (
    (least === undefined || value >= least) && (above === undefined || value > above) && (most === undefined || value <= most)
  );
}

function hasKeys(value: object, { keys, needed, rest }: Extract<Shape, { is: 'map' }>): boolean {
  const isFitting = ([key, item]: readonly [string, unknown]) => {
    const place = Object.hasOwn(keys, key) ? keys[key] : rest;
    return place !== undefined && fits(item, place);
  };
  return needed.every((key) => Object.hasOwn(value, key)) && Object.entries(value).every(isFitting);
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
