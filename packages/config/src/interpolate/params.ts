import { child, isMap, isText, type Node, type Path, type Scalar } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';

export interface ParamInput {
  readonly given: Readonly<Record<string, string>>;
  /** The one agent whose params must have values. If absent, the params of every agent must. */
  readonly agent?: string | undefined;
  /** True if nothing will run: params without a value stay unchanged. */
  readonly keep: boolean;
}

export interface ParamContext {
  readonly input: ParamInput;
  readonly report: Report;
  readonly agent: string;
}

/** The values by name. `undefined`: the param has no value, and does not need one now. */
export type ParamValues = ReadonlyMap<string, Scalar | undefined>;

/** The values of one agent's params, from its already interpolated declarations. */
export function paramValues(declared: Node | undefined, context: ParamContext): ParamValues {
  const values = new Map<string, Scalar | undefined>();
  if (!isMap(declared)) return values;
  for (const [name, entry] of declared.entries)
    values.set(name, paramValue({ name, node: entry.value, key: entry.key }, context));
  return values;
}

function paramValue(param: { name: string; node: Node; key: Node['place'] }, context: ParamContext): Scalar | undefined {
  const { input, report, agent } = context;
  const { name, node, key } = param;
  const path: Path = ['agents', agent, 'params', name];
  const declaredType = child(node, 'type');
  const type = isText(declaredType) ? declaredType.value : 'string';
  const given = Object.hasOwn(input.given, name) ? input.given[name] : undefined;
  if (given !== undefined) {
    const value = convert(given, type);
    if (value === undefined) {
      const details = { name, type: typeName(type), value: JSON.stringify(given), from: `--param ${name}` };
      report.error(errors.CONFIG_PARAM_VALUE(details), { path, place: key });
    }
    return value;
  }
  const fallback = child(node, 'default');
  if (fallback?.kind === 'scalar' && fallback.value !== null) return fallback.value;
  const required = child(node, 'required');
  if (!(required?.kind === 'scalar' && required.value === true)) return input.keep ? undefined : '';
  if (!input.keep && (input.agent === undefined || input.agent === agent))
    report.error(errors.CONFIG_PARAM_MISSING({ name, agent }), { path, place: key });
  return undefined;
}

function convert(text: string, type: string): Scalar | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type !== 'number' && type !== 'integer') return text;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && (type === 'number' || Number.isInteger(value)) ? value : undefined;
}

export const typeName = (type: string): string =>
  ({ string: 'text', number: 'a number', integer: 'a whole number', boolean: 'true or false' })[type] ?? type;
