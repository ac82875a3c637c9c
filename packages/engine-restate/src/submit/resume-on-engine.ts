import type { CommandHost } from '@loadout/core/commands';
import { errors as runnerErrors } from '@loadout/runner';
import { EngineClient } from '../client/engine-client.js';
import { engineAddress } from '../engine/engine-place.js';
import { errors } from '../errors.js';
import { showEnd, submitRun } from './submit-run.js';

/** The flags of `loadout resume`. */
type Flags = Readonly<Record<string, unknown>>;

/** Adds a prompt to a session of the engine, and waits for its end. Throws USAGE_FLAGS_TOGETHER for flags of a local run. */
export async function resumeOnEngine(
  { session, words, flags }: { readonly session: string; readonly words: readonly string[]; readonly flags: Flags },
  host: CommandHost,
): Promise<number> {
  checkFlags(flags);
  const { plan } = await host.load(flags, { runs: true });
  const client = new EngineClient(engineAddress(host.env));
  const run = session === 'latest' ? (await client.runs({ limit: 1 }))[0]?.run : session;
  const { agent } = await client.run(run ?? session);
  const prompt = await host.prompt(words[0], { hasOwn: false });
  if (prompt === undefined) throw runnerErrors.PROMPT_EMPTY({});
  const submitted = await submitRun({ agent, session: run ?? session, prompt }, { plan, env: host.env });
  return showEnd(submitted, { host, json: flags.output === 'json' });
}

/** The flags that say where the session and its configuration are. */
const ALLOWED: readonly string[] = ['engine', 'output', 'config', 'profile', 'param', 'cwd', 'trust', 'require-trust'];

/** A run on the engine has the rules, the model and the limits of its configuration, and no others. */
function checkFlags(flags: Flags): void {
  const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  const other = Object.entries(flags).filter(([name, value]) => !ALLOWED.includes(name) && isGiven(value));
  const named = other.map(([name]) => `--${name}`);
  if (named.length > 0) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', ...named] });
  if (flags.output === 'stream-json') throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', '--output stream-json'] });
}
