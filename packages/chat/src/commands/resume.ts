import { cost, oneLine, plural } from '@loadout/command';
import { describeSession, type SessionLine } from '@loadout/command/runs';
import { listSessions, sessionFolder } from '@loadout/sessions';
import type { CommandContext } from './command-context.js';

/** The newest sessions that are offered. */
const MOST = 100;

/** Goes on in another session of this folder. */
export async function resume(given: string, talk: CommandContext): Promise<void> {
  const { session, surface, host } = talk;
  if (given !== '') return session.renew({ resume: given });
  const { plan, roots } = session.agent.spec;
  const folder = sessionFolder({ workspace: roots[0], dir: plan.sessions.dir, env: host.terminal.env });
  const items = listSessions(folder)
    .filter(({ id }) => id !== session.conversation.sessionId)
    .slice(0, MOST)
    .map(describeSession)
    .filter(({ state }) => state !== 'damaged')
    .map((one) => ({ value: one, text: oneLine(one.name ?? (one.prompt || one.id), 60), note: noteOf(one) }));
  if (items.length === 0) return talk.print('This folder has no other session.\n');
  const chosen = await surface.choose({ title: 'Continue:', items });
  if (chosen === undefined) return;
  if (chosen.agent !== session.agent.name)
    return talk.print(`That session belongs to the agent ${chosen.agent}: ${host.called} chat --resume ${chosen.id}\n`);
  await session.renew({ resume: chosen.id });
}

const noteOf = ({ modified, turns, costUsd, agent }: SessionLine): string =>
  [
    ageOf(Date.parse(modified), Date.now()),
    ...(turns === undefined ? [] : [plural(turns, 'turn')]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [cost(costUsd)]),
    agent,
  ].join(' · ');

const STEPS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** How long ago something was, such as `3 h`. */
function ageOf(then: number, now: number): string {
  for (const [ms, unit] of STEPS) if (now - then >= ms) return `${Math.floor((now - then) / ms)} ${unit} ago`;
  return 'just now';
}
