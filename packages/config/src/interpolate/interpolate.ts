import { type LoadoutError, messageOf, nearest } from '@loadout/core';
import { baseOf, fileAt, type Person } from '../document/folder-of.js';
import {
  child,
  dotted,
  type Entry,
  isText,
  type MapNode,
  type Node,
  type Path,
  type Place,
  type ScalarNode,
} from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { isSecretName } from '../text/literal-key.js';
import { variable } from './idle-secrets.js';
import { type ParamInput, type ParamValues, paramValues } from './params.js';
import type { SecretValue } from './secrets.js';
import { type BadReference, PLACES, parseTemplate, partsOf, type Reference } from './template.js';

export interface InterpolateContext extends Person {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace: string;
  readonly declaredSecrets: MapNode | undefined;
  readonly secrets: ReadonlyMap<string, SecretValue>;
  readonly params: ParamInput;
  readonly report: Report;
  /** Leaves an unset variable of another tool's file unchanged, as that tool does, and reports it. */
  readonly keepUnset?: boolean | undefined;
  /**
   * Set before trust for a document that is checked and not used. The project's references to variables are left as they are, and
   * so nothing is said about the values that they are in.
   */
  readonly onlyChecked?: boolean | undefined;
  /** Reads a file; `undefined`: its text waits for trust. `from` is the place that refers to it. Contract: throws with a reason. */
  readFile(path: string, from: Place): string | undefined;
}

export interface Interpolated {
  readonly node: MapNode;
  /** Dotted paths of the values that could not be computed. Further problems with them are not reported. */
  readonly failed: ReadonlySet<string>;
  /** All values that must not be shown. */
  readonly secrets: ReadonlySet<string>;
}

interface Run extends InterpolateContext {
  readonly failed: Set<string>;
  readonly shown: Set<string>;
}

interface Here {
  readonly path: Path;
  readonly params?: ParamValues | undefined;
  readonly place: Place;
}

/** Replaces every `${…}` in the string values of a document. Keys, profiles and verbatim files stay unchanged. */
export function interpolate(document: MapNode, context: InterpolateContext): Interpolated {
  const run: Run = { ...context, failed: new Set(), shown: new Set() };
  const entries = [...document.entries].map(([key, entry]): [string, Entry] =>
    key === 'profiles'
      ? [key, entry]
      : [key, { ...entry, value: visit(entry.value, { path: [key], place: entry.value.place }, run) }],
  );
  return { node: { ...document, entries: new Map(entries) }, failed: run.failed, secrets: run.shown };
}

function visit(node: Node, here: Here, run: Run): Node {
  const { path } = here;
  const below = (key: string | number, value: Node, params = here.params) =>
    visit(value, { path: [...path, key], params, place: value.place }, run);
  if (isText(node)) return node.verbatim === true ? node : visitText(node, { ...here, place: node.place }, run);
  if (node.kind === 'scalar') return node;
  if (node.kind === 'list') return { ...node, items: node.items.map((item, index) => below(index, item)) };
  const agent = path[0] === 'agents' && path.length === 2 ? String(path[1]) : undefined;
  if (agent === undefined && isOfMount(path)) return withoutAbsent(node, (key, value) => below(key, value));
  if (agent === undefined) return mapEntries(node, (key, value) => below(key, value));
  const declared = child(node, 'params');
  const params = declared === undefined ? undefined : below('params', declared);
  const values = paramValues(params, { input: run.params, report: run.report, agent });
  return mapEntries(node, (key, value) => (key === 'params' && params !== undefined ? params : below(key, value, values)));
}

const mapEntries = (map: MapNode, change: (key: string, value: Node) => Node): MapNode => ({
  ...map,
  entries: new Map([...map.entries].map(([key, entry]) => [key, { ...entry, value: change(key, entry.value) }])),
});

/** Whether a path is inside the options of a plugin or a provider. */
const isOfMount = ([section, , part]: Path) => (section === 'plugins' || section === 'providers') && part === 'options';

/**
 * Leaves out options whose whole value is an optional secret, or a variable with an empty default, that is not set. The plugin then
 * sees no option in place of an empty one. Source: G15.
 */
function withoutAbsent(map: MapNode, change: (key: string, value: Node) => Node): MapNode {
  const changed = mapEntries(map, change);
  const isAbsent = (key: string, { value }: Entry) => isText(value) && value.value === '' && isReference(child(map, key));
  return { ...changed, entries: new Map([...changed.entries].filter(([key, entry]) => !isAbsent(key, entry))) };
}

function isReference(node: Node | undefined): boolean {
  if (!isText(node) || node.verbatim === true) return false;
  const [only, ...others] = parseTemplate(node.value);
  return others.length === 0 && typeof only === 'object' && 'kind' in only && (only.kind === 'secret' || only.kind === 'env');
}

function visitText(node: ScalarNode & { value: string }, here: Here, run: Run): Node {
  const parts = partsOf(node.value, here.path);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object' && 'kind' in only && only.kind === 'param') {
    const value = here.params?.get(only.name);
    if (value !== undefined) return { ...node, value };
  }
  let [value, masked] = ['', ''];
  for (const part of parts) {
    if (typeof part === 'string') {
      value += part;
      masked += part;
      continue;
    }
    const made = 'kind' in part ? lookUp(part, here, run) : undefined;
    if (!('kind' in part))
      run.report.error(errors.CONFIG_INTERPOLATION(withOptionFix(part, here.path)), {
        path: here.path,
        place: run.report.within(node.place, part.text, part.before),
      });
    if (made === undefined) run.failed.add(dotted(here.path));
    const text = made === undefined ? part.text : made.value;
    value += text;
    masked += made?.secret === true && text !== '' ? '***' : text;
    if (made?.secret === true && text !== '') run.shown.add(text);
  }
  return masked === value ? { ...node, value } : { ...node, value, masked };
}

interface Made {
  readonly value: string;
  readonly secret?: boolean;
}

function lookUp(reference: Reference, here: Here, run: Run): Made | undefined {
  const { kind, name, text } = reference;
  if (kind === 'workspace') return { value: run.workspace };
  if (kind === 'configDir') return { value: baseOf(here.place, run.cwd) };
  const where = { path: here.path, place: run.report.within(here.place, text) };
  if (kind === 'env') {
    run.report.addVariable(name);
    const value = variable(run.env, name) ?? reference.fallback;
    if (value === undefined && run.keepUnset === true && here.place.foreign === true) {
      run.report.warn(errors.CONFIG_ENV_UNSET({ name, text }), where);
      return { value: text };
    }
    if (value === undefined) return refuse(errors.CONFIG_ENV_UNSET({ name, text }), where, run);
    if (isLeft(name, here, run)) {
      if (isSecretName(name) && value !== '') run.shown.add(value);
      // The source of a secret is looked up all the same, so that its value can be hidden.
      run.report.hide([value]);
      if (here.path[0] !== 'secrets') return undefined;
    }
    return { value, secret: isSecretName(name) };
  }
  if (kind === 'secret' || kind === 'file') run.report.addMore();
  if (kind === 'secret') return lookUpSecret(name, { ...where, text }, run);
  if (kind === 'param') return lookUpParam(reference, { ...where, params: here.params }, run);
  const file = fileAt(name, here.place, run);
  try {
    const value = run.readFile(file, here.place);
    return value === undefined ? undefined : { value: value.replace(/\r?\n$/, '') };
  } catch (error) {
    return refuse(errors.CONFIG_FILE_MISSING({ file, problem: messageOf(error) }), where, run);
  }
}

function refuse(problem: LoadoutError, where: Where, { report }: Run): undefined {
  report.error(problem, where);
  return undefined;
}

/** Whether a variable waits for trust, so that not even a message about the value may contain it. */
const isLeft = (name: string, { place }: Here, { onlyChecked, env }: Run): boolean =>
  onlyChecked === true && place.layer === 'project' && variable(env, name) !== undefined && !PLACES.has(name);

type Where = { readonly path: Path; readonly place?: Place | undefined };

function lookUpSecret(name: string, where: Where & { text: string }, run: Run): Made | undefined {
  const known = [...(run.declaredSecrets?.entries.keys() ?? [])];
  if (where.path[0] === 'secrets')
    return refuse(errors.CONFIG_INTERPOLATION({ text: where.text, problem: 'cannot be used inside secrets' }), where, run);
  const found = run.secrets.get(name);
  if (found === undefined)
    return refuse(errors.CONFIG_SECRET_UNKNOWN({ name, nearest: nearest(name, known), known }), where, run);
  if ('value' in found) return { value: found.value, secret: true };
  if ('withheld' in found) return undefined;
  const place = run.declaredSecrets?.entries.get(name)?.key;
  return refuse(errors.CONFIG_SECRET_FAILED({ name, problem: found.problem }), { path: ['secrets', name], place }, run);
}

function lookUpParam(reference: Reference, where: Where & { params: ParamValues | undefined }, run: Run): Made | undefined {
  const { name, text } = reference;
  if (where.params === undefined) {
    const problem = 'is outside the fields that a param can fill: those of an agent, except params';
    const fix = 'Move it into the agent, or use ${env:NAME}.';
    return refuse(errors.CONFIG_INTERPOLATION({ text, problem, fix }), where, run);
  }
  const known = [...where.params.keys()];
  if (!where.params.has(name))
    return refuse(errors.CONFIG_PARAM_UNKNOWN({ name, nearest: nearest(name, known), known }), where, run);
  const value = where.params.get(name);
  return value === undefined ? undefined : { value: String(value) };
}

/** Says of an option of a mounted plugin without a value where the value belongs. Returns any other part unchanged. */
function withOptionFix(part: BadReference, path: Path): BadReference {
  const option = /^\$\{user_config\.(\w+)\}$/.exec(part.text)?.[1];
  if (option === undefined) return part;
  // Servers of a plugin are called plugin:<mount>:<name>.
  const mount = path.map((key) => /^plugin:([^:]+):/.exec(String(key))?.[1]).find((one) => one !== undefined);
  const fix = `Give it one: plugins.${mount ?? '<name>'}.options.${option}, a text or \${env:NAME}.`;
  return { text: part.text, problem: 'is an option of the plugin that has no value', fix };
}
