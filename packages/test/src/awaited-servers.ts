import { serverPrefix } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import type { LoadedTest } from './tests/loaded-test.js';

type Spec = Pick<LoadedTest['spec'], 'model'>;

/** The most that a test waits for a server whose entry says nothing, in milliseconds. */
const START_MS = 60_000;

/**
 * Returns the plan whose runs wait for each server that the test may call: the result of a test does not depend on how fast a server
 * starts. A run that a person watches goes on without a late one (GAP-G9).
 */
export function withAwaitedServers(plan: Plan, spec: Spec): Plan {
  if (plan.mcpServers === undefined) return plan;
  const servers = Object.entries(plan.mcpServers).map(([key, server]) => [
    key,
    mayCall(key, spec) ? { ...server, options: { startTimeout: START_MS, ...server.options } } : server,
  ]);
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}

/** Only a script that is written in the test says what will be called. */
function mayCall(server: string, { model }: Spec): boolean {
  const scripts = [model?.script, ...Object.values(model?.agents ?? {})].filter((one) => one !== undefined);
  const isWritten = scripts.length > 0 && scripts.every((one) => typeof one !== 'string');
  return !isWritten || JSON.stringify(scripts).includes(serverPrefix(server));
}
