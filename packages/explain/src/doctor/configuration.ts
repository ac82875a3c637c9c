import { plural } from '@loadout/command';
import { loadMcpClient, missingPrograms, serverPlace } from '@loadout/command/runs';
import { LOCK_NAME, type LoadedConfig, openVerdicts, partsOff } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { differsFromLock, isLocked, type LockOptions } from '@loadout/lock';
import { createAgent } from '@loadout/runner';
import type { Finding } from './machine.js';

/** How long a local server may take to answer. */
const PATIENCE_MS = 5_000;

type Env = Readonly<Record<string, string | undefined>>;

export interface Examining {
  readonly env: Env;
  /** Aborted when a person interrupts the command. */
  readonly signal: AbortSignal;
}

/** The model of each agent, chosen as a run chooses it. No key is sent anywhere. */
export async function modelFindings(plan: Plan, { env, signal }: Examining): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const examinedModels = new Set<string>();
  for (const name of Object.keys(plan.agents)) {
    const what = `agent ${name}`;
    try {
      const agent = await createAgent({ plan, agent: name, env });
      const { id, provider, why, fix } = agent.model;
      const model = `${provider}/${id}`;
      const examined = examinedModels.has(model)
        ? []
        : await agent.spec.model.provider.diagnose?.(id, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
      examinedModels.add(model);
      await agent.close();
      if (why === undefined) found.push({ what, state: 'ok', says: `${model}, ${plural(agent.pool.tools.length, 'tool')}` });
      else found.push({ what, state: 'note', says: `${model} would answer, because ${why}.`, fix });
      for (const finding of examined ?? []) found.push({ what: `model ${id}`, ...finding });
      for (const notice of agent.notices) found.push({ what, state: 'note', says: notice });
    } catch (error) {
      found.push({ what, ...problemOf(error) });
    }
  }
  return found;
}

export function trustFinding({ trust }: Pick<LoadedConfig, 'trust'>): Finding {
  const parts = [trust, trust?.personal].flatMap((one) => one?.parts ?? []);
  if (parts.length === 0) return { what: 'trust', state: 'ok', says: 'nothing needs approval' };
  const off = openVerdicts(trust).flatMap((one) => one.parts);
  if (off.length === 0) return { what: 'trust', state: 'ok', says: `${plural(parts.length, 'part')} trusted.` };
  const says = `${plural(off.length, 'part')} disabled until you trust the configuration: ${off.map(({ path }) => path).join(', ')}.`;
  return { what: 'trust', state: 'note', says, fix: 'To review and enable: loadout trust' };
}

export async function lockFinding({ plan, mounts }: LoadedConfig, sources: Pick<LockOptions, 'env' | 'trust'>): Promise<Finding> {
  const { configDir, configFile = '' } = plan;
  const options = { configFile, configDir, mounts, ...sources };
  try {
    if (!(await isLocked(options))) return { what: 'lock', state: 'ok', says: `no ${LOCK_NAME}, so nothing is compared` };
    const lines = await differsFromLock(options);
    if (lines.length === 0) return { what: 'lock', state: 'ok', says: `everything matches ${LOCK_NAME}` };
    const fix = 'To see the differences: loadout lock verify. To accept them: loadout lock';
    return { what: 'lock', state: 'problem', says: `${plural(lines.length, 'difference')} from ${LOCK_NAME}.`, fix };
  } catch (error) {
    return { what: 'lock', ...problemOf(error) };
  }
}

/** The programs of hooks and servers that are not on this machine. */
export const programFindings = (plan: Plan, env: Env): readonly Finding[] =>
  missingPrograms(plan, env).map(({ what, error }) => ({ what, ...problemOf(error) }));

/** Starts each enabled server, until the signal aborts. */
export async function serverFindings(
  { plan, trust }: Pick<LoadedConfig, 'plan' | 'trust'>,
  { env, signal }: Examining,
): Promise<readonly Finding[]> {
  const off = [...partsOff({ trust }, 'mcpServers').keys()].sort();
  const found: Finding[] = off.map((key) => ({
    what: `server ${key}`,
    state: 'note',
    says: 'Disabled until you trust the configuration.',
    fix: 'loadout trust',
  }));
  for (const [key, { options }] of Object.entries(plan.mcpServers ?? {})) {
    if (signal.aborted) break;
    const what = `server ${key}`;
    if (options.disabled === true) found.push({ what, state: 'ok', says: 'Disabled.' });
    else
      try {
        const { state, tools, problems } = await diagnosisOf(key, { plan, env, signal });
        if (problems.length === 0) found.push({ what, state: 'ok', says: `${state}, ${plural(tools.length, 'tool')}` });
        for (const { problem, fix } of problems) found.push({ what, state: 'problem', says: problem, fix });
      } catch (error) {
        found.push({ what, ...problemOf(error) });
      }
  }
  return found;
}

async function diagnosisOf(key: string, { plan, env, signal }: Examining & { readonly plan: Plan }) {
  const { connectOptions, diagnoseServer } = await loadMcpClient(plan.configDir, 'loadout doctor --servers');
  const options = { ...connectOptions(plan, { ...serverPlace(plan, { env }), keys: [key] }), signal };
  return diagnoseServer(options, { key, entry: plan.mcpServers?.[key]?.options ?? {} });
}

export function problemOf(error: unknown): Pick<Finding, 'state' | 'says' | 'fix'> {
  if (!isLoadoutError(error)) throw error;
  return { state: 'problem', says: `${error.code}: ${error.message}`, fix: error.fix };
}
