import { permissionOverrides } from '@loadout/command/runs';
import type { CommandHost, CommandPlan } from '@loadout/core/commands';
import { type Agent, createAgent, namedAgent } from '@loadout/runner';
import type { ServeFlags } from './definition.js';

interface AgentsParts {
  readonly loaded: CommandPlan;
  readonly flags: ServeFlags;
  readonly io: Pick<CommandHost, 'env' | 'hide'>;
  /** The only served agent. If absent, all agents are served. */
  readonly only: string | undefined;
}

/** The agents of the server. Each is prepared at its first use and kept. */
export class Agents {
  readonly #parts: AgentsParts;
  readonly #ready = new Map<string, Promise<Agent>>();

  constructor(parts: AgentsParts) {
    this.#parts = parts;
  }

  async get(wanted: string | undefined): Promise<Agent> {
    const { loaded, flags, io, only } = this.#parts;
    const { plan } = loaded;
    const served = only === undefined ? plan : { ...plan, agents: only in plan.agents ? pick(plan.agents, only) : {} };
    const name = namedAgent(served, wanted);
    loaded.requireParts(name);
    const make = async () => {
      const made = await createAgent({ plan, agent: name, env: io.env, permissions: permissionOverrides(flags) });
      io.hide(made.spec.secrets);
      return made;
    };
    const agent = this.#ready.get(name) ?? make();
    this.#ready.set(name, agent);
    // After a failure, the next request prepares the agent again.
    agent.catch(() => this.#ready.delete(name));
    return agent;
  }

  async close(): Promise<void> {
    for (const agent of this.#ready.values()) await (await agent.catch(() => undefined))?.close();
  }
}

export const pick = <T>(all: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key === name));
