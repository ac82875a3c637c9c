import type { Asks, Loaded } from '@loadout/chat';
import { plain } from '@loadout/command';
import { CheckedChange } from '@loadout/command/chat';
import type { TrustExtent, TrustVerdict } from '@loadout/config';
import { stateDir } from '@loadout/runner';
import { projectOf } from '../ask/asked-of.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { trustText } from '../render/trust-text.js';
import { prepareAgent } from '../run/prepare-agent.js';
import { resumedSession } from '../run/session-agent.js';
import { targetAgent } from '../run/target-agent.js';
import { type ChatWish, chosenSession } from './chat-flags.js';

/** Loads the configuration and prepares the agent, with every question on the screen of the program. */
export async function loadChat(
  { name, flags }: ChatWish,
  { io, asks }: { readonly io: Io; readonly asks: Asks },
): Promise<Loaded> {
  const since = Date.now();
  const askTrust = (verdict: TrustVerdict) => trustAnswer(verdict, { io, asks });
  const loaded = await loadPlan(flags, { io, wish: { agent: name, asksTrust: true, askTrust } });
  tellWarnings(loaded, io);
  const { plan } = loaded;
  const given = chosenSession(flags);
  const resumed = given === undefined ? undefined : resumedSession(given, { plan, env: io.env });
  const agentName = targetAgent(name, { plan, resumed });
  checkNeeds(loaded, agentName, { env: io.env, profile: flags.profile });
  const { ask, answer, elicit } = asks;
  const agent = await prepareAgent({ flags, plan, agent: agentName, io, expandsMentions: true, asked: { ask, answer, elicit } });
  const choice = { resume: resumed?.id, fork: flags.fork, name: flags.name };
  const project = projectOf(plan.configFile, io);
  const change = new CheckedChange({ config: plan.configFile, stateDir: stateDir(io.env), since });
  return { agent, choice, change, project, redact: (text) => io.redact?.(text) ?? text };
}

/** Asks how long to trust. Nothing but a clear yes is one. */
async function trustAnswer(
  verdict: TrustVerdict,
  { io, asks }: { readonly io: Io; readonly asks: Asks },
): Promise<TrustExtent | undefined> {
  const lines = trustText(verdict, { cwd: io.cwd, paint: plain }).trimEnd().split('\n');
  const key = await asks.confirm({
    lines,
    choices: [
      { key: 'y', text: 'trust this content' },
      { key: 'f', text: 'trust this folder from now on, including later changes' },
      { key: 'n', text: 'no' },
    ],
  });
  return key === 'y' ? 'content' : key === 'f' ? 'folder' : undefined;
}
