import { join, resolve } from 'node:path';
import { aliases, type Env, type Price } from '../models.js';
import type { Options } from '../types/options.js';
import { givenSettings } from './given-settings.js';
import { hasFiles } from './has-files.js';
import { keyHelper } from './key-helper.js';
import { PACKAGES } from './packages.js';
import { MAIN } from './plan.js';
import type { Ground } from './planned.js';
import { modelPlanOf } from './query-models.js';
import { stateDir } from './state-dir.js';

/** Reads the configuration below the options of a query, with the notices about it. */
export async function groundOf(options: Options, env: Env): Promise<Ground & { readonly notices: readonly string[] }> {
  const { agentConfig } = options;
  if (typeof agentConfig === 'object') return { plan: agentConfig, plugins: [], notices: [] };
  const settings = givenSettings(options);
  const sources = options.settingSources ?? ['user', 'project', 'local'];
  const cwd = resolve(options.cwd ?? process.cwd());
  const isGiven = agentConfig !== undefined || settings !== undefined || options.managedSettings !== undefined;
  if (!isGiven && (options.plugins ?? []).length === 0 && !hasFiles({ cwd, env, sources })) return { plugins: [], notices: [] };
  const { loadPlan } = await import('@loadout/config');
  const loaded = await loadPlan({
    cwd,
    env,
    ...(agentConfig === undefined ? { document: documentOf(options, env) } : { file: resolve(cwd, agentConfig) }),
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
