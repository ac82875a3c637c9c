import type { LoadedConfig } from '@loadout/config';
import type { Position } from '@loadout/core';
import { type AgentPlan, type HookPlan, type LimitsPlan, type PermissionRule, ruleText } from '@loadout/core/run';
import { plainPath } from '../runs/expected-call.js';
import type { CoveredPart } from '../runs/test-report.js';

/** A part of a configuration that a test can reach. */
export interface Part extends Pick<CoveredPart, 'kind' | 'path' | 'name'> {
  readonly position?: Position | undefined;
  /** The profile that alone has the part. */
  readonly only?: string | undefined;
  readonly about: About;
}

/** The facts by which a part is recognised in a run. */
type About =
  | { readonly kind: 'rule'; readonly path: string }
  | { readonly kind: 'hook'; readonly place: string }
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'tool'; readonly agent: string; readonly pattern: string }
  | { readonly kind: 'skill'; readonly skill: string }
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'limit'; readonly agent: string; readonly words: string }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'output'; readonly agent: string }
  | { readonly kind: 'profile'; readonly profile: string };

interface Document {
  readonly origins: LoadedConfig['origins'];
  /** The path of a position. Absent: the value stands in no file of the project, such as a rule of the user's settings. */
  pathOf(position: Position | undefined): string | undefined;
}

/** Lists the parts of a configuration in the order of the file's subjects: rules, hooks, agents with their tools, and the rest. */
export function partsOf({ plan, origins }: Pick<LoadedConfig, 'plan' | 'origins'>): readonly Part[] {
  const paths = new Map(Object.entries(origins).map(([path, position]) => [keyOf(position), plainPath(path)]));
  const document: Document = { origins, pathOf: (position) => position && paths.get(keyOf(position)) };
  const agents = Object.values(plan.agents);
  const rules = [...plan.permissions.rules, ...agents.flatMap(rulesOf)];
  return [
    ...rules.flatMap((rule) => rulePart(rule, document)),
    ...[...plan.hooks, ...agents.flatMap(({ hooks }) => hooks)].flatMap((hook) => hookPart(hook, document)),
    ...agents.flatMap((agent) => agentParts(agent, document)),
    ...Object.keys(plan.skills ?? {}).map((skill) => skillPart(skill)),
    ...Object.entries(plan.mcpServers ?? {}).flatMap(([server, { position }]) => serverPart(server, position)),
    ...agents.flatMap((agent) => branchParts(agent, document)),
    ...profileParts(document),
  ];
}

export const keyOf = ({ file, line, column }: Position) => `${file}:${line}:${column}`;

const rulesOf = ({ permissions, subagents = {} }: AgentPlan): readonly PermissionRule[] => [
  ...permissions.rules,
  ...Object.values(subagents).flatMap(({ grants }) => grants),
];

function rulePart(rule: PermissionRule, { pathOf }: Document): readonly Part[] {
  const { position, behavior } = rule;
  const path = pathOf(position);
  if (path === undefined) return [];
  return [{ kind: 'rule', path, name: `${behavior} ${ruleText(rule)}`, position, about: { kind: 'rule', path } }];
}

function hookPart({ event, matcher, entry, position }: HookPlan, { pathOf }: Document): readonly Part[] {
  const path = pathOf(position);
  if (path === undefined || position === undefined) return [];
  const { type, command, use, url, phrases } = entry;
  const said = [command, use, url, phrases].find((one) => one !== undefined);
  const name = `${event}${matcher === undefined ? '' : ` ${matcher}`}: ${type}${said === undefined ? '' : ` ${String(said)}`}`;
  return [{ kind: 'hook', path, name, position, about: { kind: 'hook', place: keyOf(position) } }];
}

function agentParts(agent: AgentPlan, { origins }: Document): readonly Part[] {
  const { name, position, tools } = agent;
  const path = `agents.${name}`;
  // A built-in agent stands in no file.
  if (position === undefined) return [];
  const written = tools.map((tool, index) => ({ tool, at: origins[`${path}.tools[${index}]`] ?? origins[`${path}.tools`] }));
  return [
    { kind: 'agent', path, name, position, about: { kind: 'agent', agent: name } },
    ...written.flatMap(({ tool, at }, index): readonly Part[] => {
      if (at === undefined) return [];
      const about = { kind: 'tool', agent: name, pattern: tool } as const;
      return [{ kind: 'tool', path: `${path}.tools.${index}`, name: `${tool} of ${name}`, position: at, about }];
    }),
  ];
}

const skillPart = (skill: string): Part => ({
  kind: 'skill',
  path: `skills.${skill}`,
  name: skill,
  about: { kind: 'skill', skill },
});

function serverPart(server: string, position: Position | undefined): readonly Part[] {
  return [{ kind: 'server', path: `mcpServers.${server}`, name: server, position, about: { kind: 'server', server } }];
}

function profileParts({ origins }: Document): readonly Part[] {
  return Object.entries(origins).flatMap(([path, position]): readonly Part[] => {
    const [, plain, quoted] = /^profiles(?:\.([^.[\]]+)|\[("(?:[^"\\]|\\.)*")\])$/.exec(path) ?? [];
    const name = quoted === undefined ? plain : (JSON.parse(quoted) as string);
    return name === undefined ? [] : [{ kind: 'profile', path, name, position, about: { kind: 'profile', profile: name } }];
  });
}

/** The words of each limit in the error of a run that reached it. */
const LIMITS: { readonly [K in keyof LimitsPlan]?: string } = {
  turns: 'turns',
  answers: 'answers',
  toolCalls: 'tool calls',
  usd: 'US dollars',
  time: 'seconds',
};

/** The ways on which a run rarely goes: a limit is reached, the first model fails, the answer has a schema. */
function branchParts({ name, limits, models, output }: AgentPlan, { origins }: Document): readonly Part[] {
  const path = `agents.${name}`;
  const branch = (at: string, { title, about }: { readonly title: string; readonly about: About }): readonly Part[] => {
    const position = origins[at];
    return position === undefined ? [] : [{ kind: 'branch', path: plainPath(at), name: title, position, about }];
  };
  return [
    ...Object.entries(LIMITS).flatMap(([key, words]) =>
      limits[key as keyof LimitsPlan] === undefined
        ? []
        : branch(`${path}.limits.${key}`, {
            title: `limit of ${words} of ${name}`,
            about: { kind: 'limit', agent: name, words },
          }),
    ),
    ...models.flatMap((model, index) =>
      index === 0
        ? []
        : branch(`${path}.model[${index}]`, { title: `fallback ${model} of ${name}`, about: { kind: 'model', model } }),
    ),
    ...(output === undefined
      ? []
      : branch(`${path}.output`, { title: `output of ${name}`, about: { kind: 'output', agent: name } })),
  ];
}
