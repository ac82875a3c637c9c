import {
  chosenKeys,
  errors as configErrors,
  isTold,
  type LoadedConfig,
  openVerdicts,
  serverPrefix,
  type TrustPart,
  type TrustVerdict,
} from '@loadout/config';
import { withKnownFacts } from '@loadout/models';

type Loaded = Pick<LoadedConfig, 'plan' | 'trust'>;

interface Run {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profile?: string | undefined;
}

/** Checks that the agent's required parts are on. Throws TRUST_NEEDED. */
export function checkNeeds({ plan, trust }: Loaded, name: string, run: Run): void {
  if (plan.agents[name] !== undefined) for (const judged of openVerdicts(trust)) checkVerdict({ plan, judged }, name, run);
}

interface Judged extends Pick<Loaded, 'plan'> {
  readonly judged: TrustVerdict;
}

function checkVerdict({ plan, judged }: Judged, name: string, { env, profile }: Run): void {
  const parts = judged.parts
    .map((part) => ({ ...part, keys: chosenKeys(part.keys, profile) }))
    .filter(({ keys }) => keys.length > 0);
  const trust = { ...judged, parts };
  const chosen = env.LOADOUT_MODEL ? [env.LOADOUT_MODEL] : undefined;
  const missing = [
    ...toolsOff({ plan, trust }, name),
    ...modelsOff({ plan, trust }, { name, chosen }),
    ...limitsOff(trust.parts),
  ];
  if (missing.length === 0) return;
  const what = `the agent ${name} needs ${[...new Set(missing)].join(' and ')}, which is disabled until then`;
  throw configErrors.TRUST_NEEDED({ config: trust.config, hash: trust.hash, what });
}

function toolsOff({ plan, trust }: Loaded, name: string): readonly string[] {
  const off = (section: string) =>
    new Set(trust?.parts.flatMap(({ keys }) => (keys[0] === section && keys.length === 2 ? [String(keys[1])] : [])));
  const prefixes = [
    ...[...off('plugins')].map((mount) => ({ part: `plugins.${mount}`, prefix: `${mount}__` })),
    ...[...off('mcpServers')].map((server) => ({ part: `mcpServers.${server}`, prefix: serverPrefix(server) })),
  ];
  const tools = plan.agents[name]?.tools ?? [];
  const scripts = [...off('tools')].filter((script) => tools.includes(script)).map((script) => `tools.${script}`);
  return [...prefixes.filter(({ prefix }) => tools.some((tool) => tool.startsWith(prefix))).map(({ part }) => part), ...scripts];
}

/**
 * The needed providers, and parts of models, that are off. The next provider does not replace an untrusted one, because a request
 * for a server of the user must not go to another server. Without its `extra` and `betas`, a model would be another one.
 */
function modelsOff(
  { plan, trust }: Loaded,
  { name, chosen }: { readonly name: string; readonly chosen: readonly string[] | undefined },
) {
  const agent = plan.agents[name];
  const declared = Object.keys(plan.models);
  const named = agent === undefined || agent.models.length === 0 ? declared : agent.models;
  const models = chosen ?? (named.length > 0 ? named : ['anthropic/default']);
  const providers = new Set(models.map((model) => plan.models[model]?.provider ?? model.split('/', 1)[0] ?? ''));
  const asked = [
    ...models,
    ...startedBy(plan, name).flatMap((one) => one.models),
    ...(plan.smallModel === undefined ? [] : [plan.smallModel]),
  ];
  const isNeeded = ({ keys: [section, key, field] }: TrustPart) =>
    (section === 'providers' && providers.has(String(key))) ||
    (section === 'models' && asked.includes(String(key)) && (field !== 'price' || isUnpriced({ plan, name }, String(key))));
  return trust?.parts.filter(isNeeded).map(({ path }) => path) ?? [];
}

/** The agents that an agent may start. */
function startedBy(plan: LoadedConfig['plan'], name: string): readonly LoadedConfig['plan']['agents'][string][] {
  const { tools = [], subagents = plan.agents } = plan.agents[name] ?? {};
  if (!tools.some((tool) => tool === 'Agent' || tool.includes('*'))) return [];
  return Object.keys(subagents).flatMap((one) => plan.agents[one] ?? []);
}

/** Whether money is limited and only the configuration knows the price of a model. */
function isUnpriced({ plan, name }: Pick<Loaded, 'plan'> & { readonly name: string }, alias: string): boolean {
  const model = plan.models[alias];
  const isLimited = plan.agents[name]?.limits.usd !== undefined || (plan.budgets ?? []).length > 0;
  return isLimited && model !== undefined && withKnownFacts(model).price === undefined;
}

/** References that decide an agent's limits or its model. Without the value, it would be another agent. */
const limitsOff = (parts: readonly TrustPart[]): readonly string[] =>
  parts.filter(({ reads, keys }) => reads !== undefined && keys[0] !== 'providers' && !isTold(keys)).map(({ path }) => path);
