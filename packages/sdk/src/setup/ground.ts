import { resolve } from 'node:path';
import { isObject } from '@loadout/core';
import { trustFile } from '@loadout/node';
import { aliases, type Env, type Price } from '../models.js';
import type { Options, SettingSource } from '../types/options.js';
import { hasFiles } from './has-files.js';
import { PACKAGES } from './packages.js';
import { MAIN } from './plan.js';
import type { Ground } from './planned.js';
import { modelPlanOf } from './query-models.js';
import { givenSettings, readSettings, settingsFile, sourcesOf } from './settings-files.js';

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
    : withPermissions(whole, { files: await loadedGround(onlyRules(options), { cwd, env, sources: rulesFrom }), options });
}

const onlyRules = ({ cwd, env, strictMcpConfig }: Options): Options => ({ cwd, env, strictMcpConfig });

/** Adds the rules and the folders of other files, and their mode where the settings of the query name none. */
function withPermissions(whole: Found, { files, options }: { readonly files: Found; readonly options: Options }): Found {
  if (whole.plan === undefined || files.plan === undefined) return whole;
  const [own, other] = [whole.plan.permissions, files.plan.permissions];
  const given = givenSettings(options)?.permissions;
  const hasMode = own.mode !== 'default' || (isObject(given) && given.defaultMode !== undefined);
  const permissions = {
    ...own,
    mode: hasMode ? own.mode : other.mode,
    rules: [...own.rules, ...other.rules],
    additionalDirectories: [...new Set([...own.additionalDirectories, ...other.additionalDirectories])],
  };
  return { ...whole, plan: { ...whole.plan, permissions } };
}

function givenIn(options: Options): { readonly given: boolean; readonly sources: readonly SettingSource[] } {
  const { agentConfig, managedSettings, plugins = [] } = options;
  const isGiven = agentConfig !== undefined || givenSettings(options) !== undefined || managedSettings !== undefined;
  return { given: isGiven || plugins.length > 0, sources: sourcesOf(options) };
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
    trust: { file: trustFile(env), ...trustedNow(env) },
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

type Settings = Readonly<Record<string, unknown>> | undefined;

/**
 * The command that prints the key, from the program's settings or from the user's own file. A project's command is ignored,
 * because it would run before anybody trusted it. A key in the environment makes the command unnecessary.
 */
function keyHelper(given: Settings, { options, env }: { readonly options: Options; readonly env: Env }): string | undefined {
  if (env.ANTHROPIC_API_KEY) return undefined;
  const { settingSources: sources = ['user'] } = options;
  const files = sources.includes('user') ? [readSettings(settingsFile('user', { ...options, env }))] : [];
  return [given, ...files]
    .map((settings) => settings?.apiKeyHelper)
    .find((helper) => typeof helper === 'string' && helper !== '') as string | undefined;
}
