import { messageOf } from '@loadout/core';
import type { ServerControl, ServerState } from '@loadout/core/run';
import type { CommandContext } from './command-context.js';

type Act = 'tools' | 'reconnect' | 'off' | 'on';

/** The MCP servers of the session: their state and tools, and what can be done with one. */
export async function servers(_: string, talk: CommandContext): Promise<void> {
  const { session, surface } = talk;
  const control = session.conversation.servers;
  const known = control?.list() ?? [];
  if (control === undefined || known.length === 0) return talk.print('This agent has no MCP servers.\n');
  const server = await surface.choose({
    title: 'Servers:',
    items: known.map((one) => ({ value: one, text: one.key, note: noteOf(one) })),
  });
  if (server === undefined) return;
  const act = await surface.choose<Act>({ title: `${server.key}:`, items: actsOf(server) });
  if (act === 'tools') talk.print(toolsText(server));
  else if (act !== undefined) await done(act, { control, key: server.key, talk });
}

function noteOf({ state, tools, problem }: ServerState): string {
  return `${state}, ${tools.length} tools${problem === undefined ? '' : `: ${problem}`}`;
}

const actsOf = ({ state }: ServerState): readonly { readonly value: Act; readonly text: string }[] =>
  state === 'disabled'
    ? [{ value: 'on', text: 'turn it on' }]
    : [
        { value: 'tools', text: 'show its tools' },
        { value: 'reconnect', text: 'connect it again' },
        { value: 'off', text: 'turn it off' },
      ];

const toolsText = ({ key, info, tools }: ServerState): string =>
  [
    `${key}${info === undefined ? '' : ` (${info.name} ${info.version})`}`,
    ...(tools.length === 0
      ? ['  It offers no tools.']
      : tools.map(({ name, description }) => `  ${name}  ${description.split('\n', 1)[0]}`)),
  ].join('\n');

async function done(
  act: Exclude<Act, 'tools'>,
  { control, key, talk }: { readonly control: ServerControl; readonly key: string; readonly talk: CommandContext },
): Promise<void> {
  try {
    await (act === 'reconnect' ? control.reconnect(key) : control.toggle(key, act === 'on'));
    const now = control.list().find((one) => one.key === key);
    talk.print(`${key}: ${now === undefined ? 'gone' : noteOf(now)}\n`);
  } catch (error) {
    talk.print(`${key}: ${messageOf(error)}\n`);
  }
}
