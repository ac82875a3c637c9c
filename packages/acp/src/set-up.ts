import { createAgent, namedAgent } from '@loadout/runner';
import type { CommandParts } from './session/project.js';

/**
 * Says which model the agent uses. Loadout stores no key: it reads keys from the environment, which an editor can set for its agents.
 * Throws MODEL_NONE, which names the missing variable.
 */
export async function setUp({ host, flags, agent: wanted }: CommandParts): Promise<number> {
  const { plan } = await host.load(flags, { runs: true, agent: wanted });
  host.tell(`${WHERE}\n`);
  const { name, model, close } = await createAgent({ plan, agent: namedAgent(plan, wanted), env: host.env });
  host.out(`The agent ${name} uses ${model.provider}/${model.id}. ${model.why ?? 'Nothing is missing.'}\n`);
  await close();
  return 0;
}

const WHERE =
  'Keys are read from the environment and not stored: set them in your shell, or in the settings of the editor ("env" of the agent).';
