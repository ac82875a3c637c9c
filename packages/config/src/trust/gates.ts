import { child, isList, isMap, isText, type Node, type Path } from '../document/node.js';
import { splitUse } from '../packages/split-use.js';
import { FREE_AGENT_KEYS, FREE_HOOK_TYPES, FREE_KEYS, FREE_MODES, FREE_OPTIONS, FREE_SKILL_KEYS } from './free-parts.js';
import { all, each, free, freeWhen, type Gate, gated, keys, oneOf } from './gate.js';

export interface GateContext {
  /** Whether a name refers to a package installed with the running Loadout, also from a configuration in this folder. */
  isOwn(use: string): boolean;
}

/** Gates one whole file of a project. An unlisted key waits. */
export function documentGate(context: GateContext): Gate {
  const permissions = keys({ deny: free, ask: free, mode: oneOf(FREE_MODES) });
  const hooks = hooksGate(context);
  const agent = keys({
    ...all(FREE_AGENT_KEYS, free),
    permissions,
    sandbox,
    hooks,
    mcpServers: freeWhen((node) => isList(node) && node.items.every(isText)),
    // The names only choose; the grants are allow rules.
    subagents: each(keys({})),
  });
  const sections: Readonly<Record<string, Gate>> = {
    ...all(FREE_KEYS, free),
    defaults: keys(all(FREE_AGENT_KEYS, free)),
    agents: each(agent),
    plugins: each(mountGate(context)),
    providers: each(whole(mountGate(context))),
    mcpServers: each(gated),
    secrets: each(freeWhen((node) => isMap(node) && child(node, 'command') === undefined)),
    skills: each(keys({ ...all(FREE_SKILL_KEYS, free), hooks })),
    permissions,
    sandbox,
    hooks,
    sessions: keys({ keepResults: free, checkpoints: free }),
  };
  return keys({ ...sections, profiles: each(keys(sections)) });
}

const is = (value: unknown) => oneOf([value]);

/**
 * Gates a sandbox: parts that confine more are free, parts that open it wait. Without its gated keys a sandbox is the strict
 * default.
 */
const sandboxMap = keys({
  use: is('bubblewrap'),
  required: is(true),
  autoAllow: is(false),
  filesystem: keys({ denyWrite: free, denyRead: free }),
  network: keys({ deniedDomains: free, allowLocalBinding: is(false) }),
});
const sandbox: Gate = (node, path) => (isMap(node) ? sandboxMap : is('bubblewrap'))(node, path);

/**
 * Gates a mount. A package installed with Loadout may be mounted. A local path, another package, and options that reach further
 * wait.
 */
const mountGate =
  ({ isOwn }: GateContext): Gate =>
  (node, path) => {
    const use = isText(node) ? node : child(node, 'use');
    if (!isText(use) || !isOwn(use.value)) return gated(node, path);
    if (isText(node)) return free(node, path);
    const options = keys(all(FREE_OPTIONS[splitUse(use.value).name] ?? [], free));
    return keys({ use: free, optional: free, options })(node, path);
  };

/** Gates a provider as a whole. Without its address or headers, the provider would send requests to the wrong server. */
const whole =
  (gate: Gate): Gate =>
  (node, path) => {
    const split = gate(node, path);
    return split.parts.length === 0 ? split : { rest: undefined, parts: split.parts };
  };

const hooksGate = (context: GateContext): Gate => {
  const isData = (node: Node) => {
    const type = child(node, 'type');
    return isText(type) && FREE_HOOK_TYPES.includes(type.value) && context.isOwn('@loadout/hooks');
  };
  const groups = each(keys({ matcher: free, hooks: each(freeWhen(isData)) }));
  return (node: Node, path: Path) => (isMap(node) ? each(groups)(node, path) : gated(node, path));
};
