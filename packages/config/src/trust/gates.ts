import { child, isList, isMap, isText, type Node, type Path } from '../document/node.js';
import { splitUse } from '../packages/split-use.js';
import { FREE_AGENT_KEYS, FREE_HOOK_TYPES, FREE_KEYS, FREE_MODES, FREE_OPTIONS, FREE_SKILL_KEYS } from './free-parts.js';
import { all, each, free, freeWhen, type Gate, gated, keys, oneOf } from './gate.js';

export interface GateContext {
  /** Whether a name means a package that came with the Loadout that runs, also for a configuration in this folder. */
  isOwn(use: string): boolean;
}

/** One whole file of a project. A key that nobody thought of waits. */
export function documentGate(context: GateContext): Gate {
  const permissions = keys({ deny: free, ask: free, mode: oneOf(FREE_MODES) });
  const hooks = hooksGate(context);
  const agent = keys({
    ...all(FREE_AGENT_KEYS, free),
    permissions,
    sandbox,
    hooks,
    mcpServers: freeWhen((node) => isList(node) && node.items.every(isText)),
    // Their names choose; what is granted to them is allow rules.
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

/** What keeps in more is free, what lets out waits. Without its gated keys a sandbox is the strict one. */
const sandboxMap = keys({
  use: is('bubblewrap'),
  required: is(true),
  autoAllow: is(false),
  filesystem: keys({ denyWrite: free, denyRead: free }),
  network: keys({ deniedDomains: free, allowLocalBinding: is(false) }),
});
const sandbox: Gate = (node, path) => (isMap(node) ? sandboxMap : is('bubblewrap'))(node, path);

/** A package that came with Loadout may be mounted; a local path, another package, and options that reach further wait. */
const mountGate =
  ({ isOwn }: GateContext): Gate =>
  (node, path) => {
    const use = isText(node) ? node : child(node, 'use');
    if (!isText(use) || !isOwn(use.value)) return gated(node, path);
    if (isText(node)) return free(node, path);
    const options = keys(all(FREE_OPTIONS[splitUse(use.value).name] ?? [], free));
    return keys({ use: free, optional: free, options })(node, path);
  };

/** A provider without its address or its headers would send to somebody else what was meant for it: it waits with them. */
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
