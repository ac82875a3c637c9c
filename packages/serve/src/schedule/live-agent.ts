import { messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { Agent } from '@loadout/runner';

interface LiveParts {
  /** Loads the current configuration. Contract: throws if it cannot be used. */
  readonly load: () => Promise<Plan>;
  readonly make: (plan: Plan) => Promise<Agent>;
  readonly tell: (line: string) => void;
}

interface Version {
  readonly agent: Agent;
  readonly plan: string;
  uses: number;
}

/**
 * The agent of a long-running process. A changed configuration applies from the next run on. If it has problems, or a
 * ConfigChange hook blocks it, the problem is reported once and the previous configuration stays. Source: CFG-11.
 */
export class LiveAgent {
  readonly #parts: LiveParts;
  #version: Version;
  /** The reported problem of the file as it is. The same problem is not reported at each run. */
  #told = '';
  #renewing: Promise<void> | undefined;

  private constructor(parts: LiveParts, version: Version) {
    this.#parts = parts;
    this.#version = version;
  }

  /** Starts with the first configuration. Throws if it cannot be used. */
  static async start(parts: LiveParts): Promise<LiveAgent> {
    const plan = await parts.load();
    return new LiveAgent(parts, { agent: await parts.make(plan), plan: JSON.stringify(plan), uses: 0 });
  }

  /** Passes the agent of the current configuration to the work. It stays unchanged until the work is done. */
  async use<T>(work: (agent: Agent) => Promise<T>): Promise<T> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
    const version = this.#version;
    version.uses += 1;
    try {
      return await work(version.agent);
    } finally {
      version.uses -= 1;
      if (version !== this.#version && version.uses === 0) await version.agent.close();
    }
  }

  async close(): Promise<void> {
    await this.#version.agent.close();
  }

  async #renew(): Promise<void> {
    const before = this.#version;
    try {
      const plan = await this.#parts.load();
      const text = JSON.stringify(plan);
      if (text === before.plan) {
        this.#told = '';
        return;
      }
      const blocked = await whyBlocked(before.agent, plan);
      if (blocked !== undefined) return this.#tell(`A hook keeps the configuration as it was: ${blocked}`);
      this.#version = { agent: await this.#parts.make(plan), plan: text, uses: 0 };
    } catch (error) {
      return this.#tell(`The changed configuration is not used: ${messageOf(error)}`);
    }
    this.#told = '';
    this.#parts.tell('The changed configuration is used from now on.');
    if (before.uses === 0) await before.agent.close();
  }

  #tell(line: string): void {
    if (line !== this.#told) this.#parts.tell(line);
    this.#told = line;
  }
}

/** The hooks of the current configuration decide about the next one. */
async function whyBlocked(agent: Agent, { configFile = '' }: Plan): Promise<string | undefined> {
  const { tryHooks } = await import('@loadout/explain');
  const fields = { source: 'project_settings', file_path: configFile };
  const { combined } = await tryHooks(agent, { event: 'ConfigChange', fields });
  return combined.stop ?? (combined.verdict?.behavior === 'deny' ? combined.verdict.reason : undefined);
}
