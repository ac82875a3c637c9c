import { errors as runnerErrors } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { resume } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { engineClient } from '../load/engine-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { showEnd, submitRun } from '../remote/submit-run.js';
import { readPrompt } from './read-prompt.js';

type Flags = Arguments<typeof resume>['flags'];

/** Adds a prompt to a session of the engine, and waits for its end. Throws USAGE_FLAGS_TOGETHER for flags of a local run. */
export async function resumeOnEngine(
  { session, words, flags }: { readonly session: string; readonly words: readonly string[]; readonly flags: Flags },
  io: Io,
): Promise<number> {
  checkFlags(flags);
  const loaded = await loadPlan(flags, { io, wish: {} });
  tellWarnings(loaded, io);
  const client = await engineClient(io.env, 'loadout resume --engine');
  const run = session === 'latest' ? (await client.runs({ limit: 1 }))[0]?.run : session;
  const { agent } = await client.run(run ?? session);
  const prompt = await readPrompt(words[0], { io, hasOwn: false });
  if (prompt === undefined) throw runnerErrors.PROMPT_EMPTY({});
  const wish = { agent, session: run ?? session, prompt };
  return showEnd(await submitRun(wish, { plan: loaded.plan, io, command: 'loadout resume --engine' }), {
    io,
    json: flags.output === 'json',
  });
}

/** The flags that say where the session and its configuration are. */
const ALLOWED: readonly string[] = [
  'engine',
  'output',
  'config',
  'profile',
  'param',
  'cwd',
  'trust',
  'require-trust',
] satisfies (keyof Flags)[];

/** A run on the engine has the rules, the model and the limits of its configuration, and no others. */
function checkFlags(flags: Flags): void {
  const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  const other = Object.entries(flags).filter(([name, value]) => !ALLOWED.includes(name) && isGiven(value));
  const named = other.map(([name]) => `--${name}`);
  if (named.length > 0) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', ...named] });
  if (flags.output === 'stream-json') throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', '--output stream-json'] });
}
