import { join } from 'node:path';
import { serverPrefix } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import { stateDir } from '@loadout/node';
import { type Agent, childEnvironment, resolvePlugin } from '@loadout/runner';
import type { TestFolder, TestGround } from './test-ground.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The part of `@loadout/mcp` that copies and makes the listings of pinned servers. */
interface McpListings {
  connectOptions(
    plan: Plan,
    of: { readonly keys: readonly string[]; readonly stateDir: string; readonly childEnv: Readonly<Record<string, string>> },
  ): object;
  bringListings(plan: Plan, folders: { readonly stateDir: string; readonly from: readonly string[] }): readonly string[];
  fingerprintServers(options: object): Promise<unknown>;
}

interface Starting {
  readonly agent: Agent;
  readonly env: Env;
}

/**
 * The listings of pinned MCP servers, for the runs of one command, each of which has a folder of its own. With its listing, a server starts
 * when a test calls it. A server whose listing this user does not have is started once for it, and not once for each test. Source: GAP-F1.
 */
export class Listings {
  readonly #own: string;
  readonly #users: string;
  readonly #signal: AbortSignal;
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(folder: TestFolder, { env, signal }: { readonly env: Env; readonly signal: AbortSignal }) {
    this.#own = join(folder.root, 'listings');
    this.#users = stateDir(env);
    this.#signal = signal;
  }

  /** Copies the listings that are known into the folder of a run. With `starting`, makes the others that the run of this agent needs. */
  async bring(plan: Plan, { state }: TestGround, starting?: Starting): Promise<void> {
    if (Object.values(plan.mcpServers ?? {}).every(({ approved }) => approved === undefined)) return;
    const mcp = await clientOf(plan);
    if (mcp === undefined) return;
    const folders = { stateDir: state, from: [this.#own, this.#users] };
    const missing = mcp.bringListings(plan, folders);
    const asked = missing.filter((key) => starting !== undefined && startsFor(key, plan, starting.agent));
    if (starting === undefined || asked.length === 0) return;
    await Promise.all(asked.map((key) => this.#ask(key, { plan, mcp, env: starting.env })));
    mcp.bringListings(plan, folders);
  }

  #ask(key: string, { plan, mcp, env }: { readonly plan: Plan; readonly mcp: McpListings; readonly env: Env }): Promise<unknown> {
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    // In the folder of the configuration, as `loadout lock` asks it, so that no test has traces of it in its workspace.
    const place = { ...plan, workspace: plan.configDir };
    const childEnv = childEnvironment(env, plan.configDir);
    const options = mcp.connectOptions(place, { keys: [key], stateDir: this.#own, childEnv });
    const asking = mcp.fingerprintServers({ ...options, signal: this.#signal });
    this.#asked.set(key, asking);
    return asking;
  }
}

/** Loads the MCP client that a run of the plan loads too. `undefined`: it is not installed, as the run will say. */
async function clientOf({ configDir }: Plan): Promise<McpListings | undefined> {
  const url = resolvePlugin('@loadout/mcp', configDir);
  return url === undefined ? undefined : ((await import(url)) as McpListings);
}

/** Whether a run of the agent would start the server before its first request, only to learn its tools. */
function startsFor(key: string, plan: Plan, { name, spec }: Agent): boolean {
  const { start, disabled } = plan.mcpServers?.[key]?.options ?? {};
  const isNamed = plan.agents[name]?.mcpServers?.includes(key) ?? true;
  return start === undefined && disabled !== true && isNamed && spec.mayOffer(serverPrefix(key));
}
