import type { PermissionRule, Plan, WaitingParts } from '@loadout/core/run';

type Compiled = Pick<Plan, 'permissions' | 'agents' | 'providers' | 'mcpServers'>;

/** The parts that a plan gains once its configuration is trusted, as far as a refusal can name them. */
export function waitingParts(whole: Compiled, now: Compiled): WaitingParts {
  const rules = Object.entries(whole.agents).map(([name, agent]) => {
    const held = new Set([...now.permissions.rules, ...(now.agents[name]?.permissions.rules ?? [])].map(keyOf));
    const all = [...whole.permissions.rules, ...agent.permissions.rules];
    return [name, all.filter((rule) => rule.behavior === 'allow' && !held.has(keyOf(rule)))] as const;
  });
  return {
    rules: Object.fromEntries(rules),
    providers: added(whole.providers, now.providers),
    servers: added(whole.mcpServers, now.mcpServers),
  };
}

const added = (whole: object = {}, now: object = {}) => Object.keys(whole).filter((name) => !Object.hasOwn(now, name));

const keyOf = ({ behavior, tool, specifier, position }: PermissionRule): string =>
  JSON.stringify([behavior, tool, specifier, position?.file, position?.line, position?.column]);
