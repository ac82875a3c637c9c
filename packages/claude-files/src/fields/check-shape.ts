import { errors } from '@loadout/config';
import { describe, dotted, isList, isMap, type MapNode, type Node, type Path, Report } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { leaveOut } from '../foreign/leave-out.js';
import { sayLeftOut } from '../foreign/tell-foreign.js';

/** The expected shape of a value. A map shape ignores keys that it does not name. */
type Shape =
  | 'text'
  | 'yes or no'
  | 'a number'
  | 'anything'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly keys: Readonly<Record<string, Shape>> };

const texts: Shape = { list: 'text' };
const lists = (...names: readonly string[]) => Object.fromEntries(names.map((name): [string, Shape] => [name, texts]));
const hook: Shape = { keys: { type: 'text', command: 'text', args: texts, timeout: 'a number', if: 'text', prompt: 'text' } };
const hooks: Shape = { map: { list: { keys: { matcher: 'text', hooks: { list: hook } } } } };

/**
 * The shapes of the values that the converters pass on unchanged. The schema loads slowly, so it does not check a document of the
 * engine.
 */
const LAYER: Shape = {
  keys: {
    permissions: { keys: lists('allow', 'ask', 'deny', 'additionalDirectories') },
    hooks,
    ...lists('allowedHttpHookUrls'),
    plugins: { map: { keys: { options: { keys: { env: { map: 'text' } } } } } },
    sandbox: {
      keys: {
        required: 'yes or no',
        autoAllow: 'yes or no',
        ...lists('excludedCommands'),
        filesystem: { map: texts },
        network: { keys: { ...lists('allowedDomains', 'deniedDomains', 'allowUnixSockets'), allowLocalBinding: 'yes or no' } },
      },
    },
    mcpServers: {
      map: {
        keys: {
          ...{ type: 'text', command: 'text', args: texts, cwd: 'text', url: 'text', headersHelper: 'text' },
          ...{
            env: { map: 'text' },
            headers: { map: 'text' },
            timeout: 'a number',
            alwaysLoad: 'yes or no',
            disabled: 'yes or no',
          },
        },
      },
    },
    agents: {
      map: {
        keys: {
          ...{ description: 'text', instructions: 'text', prompt: 'text', effort: 'text', model: 'text', hooks },
          ...lists('tools', 'disallowedTools', 'mcpServers', 'skills'),
          limits: { keys: { turns: 'a number' } },
        },
      },
    },
    skills: { map: { keys: { hooks } } },
  },
};

/** Reports the parts of a layer whose shape the later steps cannot use. */
export const checkShape = (layer: MapNode, report: Report): void => visit(layer, { shape: LAYER, path: [], report });

/** Returns a layer without the parts of a wrong shape that can be left out, with a warning for each. Reports the other problems. */
export function fitShape(layer: MapNode, context: CompatContext): MapNode {
  const trial = new Report();
  checkShape(layer, trial);
  const { left, without } = leaveOut([layer], trial.errors);
  const rest = without(layer);
  checkShape(rest, context.report);
  for (const one of left) sayLeftOut(one, context);
  return rest;
}

interface Here {
  readonly shape: Shape;
  readonly path: Path;
  readonly report: Report;
}

function visit(node: Node, { shape, path, report }: Here): void {
  const below = (key: string | number, value: Node, inner: Shape) => visit(value, { shape: inner, path: [...path, key], report });
  if (shape === 'anything') return;
  if (typeof shape === 'string') {
    if (node.kind !== 'scalar' || !isOf(shape, node.value)) wrong(node, shape, { path, report });
  } else if ('list' in shape) {
    if (isList(node)) for (const [index, item] of node.items.entries()) below(index, item, shape.list);
    else wrong(node, 'a list', { path, report });
  } else if (!isMap(node)) wrong(node, 'a map', { path, report });
  else if ('map' in shape) for (const [key, entry] of node.entries) below(key, entry.value, shape.map);
  else for (const [key, entry] of node.entries) below(key, entry.value, own(shape.keys, key));
}

const own = (keys: Readonly<Record<string, Shape>>, key: string): Shape =>
  (Object.hasOwn(keys, key) ? keys[key] : undefined) ?? 'anything';

function isOf(shape: string, value: unknown): boolean {
  if (shape === 'text') return typeof value === 'string';
  return typeof value === (shape === 'a number' ? 'number' : 'boolean');
}

function wrong(node: Node, expected: string, { path, report }: { readonly path: Path; readonly report: Report }): void {
  const found = node.kind === 'scalar' ? describe(node.value) : `a ${node.kind}`;
  report.error(errors.CONFIG_WRONG_TYPE({ path: dotted(path), expected, found }), { path, place: node.place });
}
