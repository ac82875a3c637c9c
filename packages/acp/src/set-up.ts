import type { CommandHost } from '@loadout/core/commands';
import { isLoadoutError } from '@loadout/core';
import { createAgent, namedAgent } from '@loadout/runner';
import type { AcpFlags } from './definition.js';

interface SetUpParts {
  readonly host: CommandHost;
  readonly flags: AcpFlags;
  readonly agent: string | undefined;
}

/**
 * Says which model the agent would use, and what is missing for it. Loadout stores no key: it reads keys from the environment, which
 * the editor can set for its agents.
 */
export async function setUp({ host, flags, agent: wanted }: SetUpParts): Promise<number> {
  const { plan } = await host.load(flags, { runs: true, agent: wanted });
  try {
    const agent = await createAgent({ plan, agent: namedAgent(plan, wanted), env: host.env });
    host.out(`The agent ${agent.name} uses ${agent.model.provider}/${agent.model.id}. Nothing is missing.\n`);
    await agent.close();
    return 0;
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'MODEL_NONE') throw error;
    await host.fail(error);
    host.out(
      'Set the variable in your shell, or in the settings of the editor: "env" of the agent in Zed and in acp.json of JetBrains.\n' +
        'Loadout stores no key. A local model, such as one of Ollama, needs none.\n',
    );
    return 1;
  }
}
