import { join, resolve } from 'node:path';
import { aliases, type Env, type Price } from '../models.js';
import type { Options, SettingSource } from '../types/options.js';
import { givenSettings } from './given-settings.js';
import { hasFiles } from './has-files.js';
import { keyHelper } from './key-helper.js';
import { PACKAGES } from './packages.js';
import { MAIN } from './plan.js';
import type { Ground } from './planned.js';
import { modelPlanOf } from './query-models.js';
import { stateDir } from './state-dir.js';

type Found = Ground & { readonly notices: readonly string[] };

const NOTHING: Found = { plugins: [], notices: [] };

/** Reads the configuration below the options of a query, with the notices about it. */
export async function groundOf(options: Options, env: Env): Promise<Found> {
  const { agentConfig, rulesFrom = [] } = options;
  if (typeof agentConfig === 'object') return { plan: agentConfig, plugins: [], notices: [] };
  const { given, sources } = givenIn(options);
  const cwd = resolve(options.cwd ?? process.cwd());
  if (!given && !hasFiles({ cwd, env, sources: [...sources, ...rulesFrom] })) return NOTHING;
  const whole = await loadedGround(options, { cwd, env, sources });
  return rulesFrom.length === 0
    ? whole
    : withRules(whole, await loadedGround(onlyRules(options), { cwd, env, sources: rulesFrom }));
}

const onlyRules = ({ cwd, env, strictMcpConfig }: Options): Options => ({ cwd, env, strictMcpConfig });

/** Adds the rules of other files. */
function withRules(whole: Found, { plan }: Found): Found {
  if (whole.plan === undefined || plan === undefined) return whole;
  const { rules, ...permissions } = whole.plan.permissions;
  return { ...whole, plan: { ...whole.plan, permissions: { ...permissions, rules: [...rules, ...plan.permissions.rules] } } };
}

function givenIn(options: Options): { readonly given: boolean; readonly sources: readonly SettingSource[] } {
  const { agentConfig, managedSettings, plugins = [], settingSources = ['user', 'project', 'local'] } = options;
  const isGiven = agentConfig !== undefined || givenSettings(options) !== undefined || managedSettings !== undefined;
  return { given: isGiven || plugins.length > 0, sources: settingSources };
}

interface Reading {
  readonly cwd: string;
  readonly env: Env;
  readonly sources: readonly SettingSource[];
}

async function loadedGround(options: Options, { cwd, env, sources }: Reading): Promise<Found> {
  const { agentConfig } = options;
  const settings = givenSettings(options);
  const { loadPlan } = await import('@loadout/config');
  const loaded = await loadPlan({
    cwd,
    env,
    ...(typeof agentConfig === 'string' ? { file: resolve(cwd, agentConfig) } : { document: documentOf(options, env) }),
    trust: { file: join(stateDir(env), 'trust.json'), ...trustedNow(env) },
    claude: {
      sources,
      settings,
      managed: options.managedSettings,
      pluginDirs: (options.plugins ?? []).map(({ path, skipMcp }) => ({ path: resolve(cwd, path), skipMcp: skipMcp === true })),
      strictMcp: options.strictMcpConfig === true,
    },
  });
  return {
    plan: loaded.plan,
    prices: pricesIn(settings),
    apiKeyHelper: keyHelper(settings, { options, env }),
    plugins: loaded.claude?.plugins ?? [],
    unreadPlugins: loaded.claude?.pluginErrors.length ?? 0,
    notices: [...loaded.warnings.map(({ message }) => message), ...(agentConfig === undefined ? [] : offIn(loaded.trust))],
  };
}

type Verdict = Awaited<ReturnType<typeof import('@loadout/config').loadPlan>>['trust'];

/** The parts of an untrusted configuration that are off, and how to turn them on (CFG-10). */
function offIn(trust: Verdict): readonly string[] {
  if (trust === undefined || trust.trusted || trust.parts.length === 0) return [];
  const parts = [...new Set(trust.parts.map(({ path }) => path))].join(', ');
  return [`${trust.config} is not trusted, so these parts are disabled: ${parts}. To review and enable them: loadout trust`];
}

/** A document with one agent, so that settings for all agents apply to it. */
const documentOf = (options: Options, env: Env) => ({
  plugins: PACKAGES,
  providers: PROVIDERS,
  models: modelsIn(options, env),
  agents: { [MAIN]: { tools: ['*'] } },
});

const PROVIDERS = { anthropic: { use: '@loadout/model-anthropic' } };

/** The models that short names in agent files refer to. */
const modelsIn = (options: Options, env: Env) =>
  Object.fromEntries(aliases(env).map(({ name }) => [name, modelPlanOf(name, { options, env })]));

/** The hashes that this user trusts this once (CFG-10). */
function trustedNow({ LOADOUT_TRUST: given = '' }: Env): { readonly hashes?: readonly string[] } {
  const hashes = given.split(/[\s,]+/).flatMap(
    (one) =>
      one
        .toLowerCase()
        .replace(/^sha256:/, '')
        .match(/^[0-9a-f]{64}$/) ?? [],
  );
  return hashes.length === 0 ? {} : { hashes };
}

function pricesIn(settings: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, Price>> | undefined {
  const own = settings?.modelPricing;
  return typeof own === 'object' && own !== null ? (own as Readonly<Record<string, Price>>) : undefined;
}
