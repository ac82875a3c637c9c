import { oneLine, plural } from '@loadout/command';
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
    items: known.map((one) => ({ value: one, text: oneLine(one.key, 60), note: noteOf(one) })),
  });
  if (server === undefined) return;
  const act = await surface.choose<Act>({ title: `${oneLine(server.key, 60)}:`, items: actsOf(server) });
  if (act === 'tools') talk.print(toolsText(server));
  else if (act !== undefined) await done(act, { control, key: server.key, talk });
}

function noteOf({ state, tools, problem }: ServerState): string {
  return `${state}, ${plural(tools.length, 'tool')}${problem === undefined ? '' : `: ${oneLine(problem, 300)}`}`;
}

const actsOf = ({ state }: ServerState): readonly { readonly value: Act; readonly text: string }[] =>
  state === 'disabled'
    ? [{ value: 'on', text: 'turn it on' }]
    : [
        { value: 'tools', text: 'show its tools' },
        { value: 'reconnect', text: 'reconnect' },
        { value: 'off', text: 'turn it off' },
      ];

const toolsText = ({ key, info, tools }: ServerState): string =>
  [
    oneLine(`${key}${info === undefined ? '' : ` (${info.name} ${info.version})`}`, 200),
    ...(tools.length === 0
      ? ['  It offers no tools.']
      : tools.map(({ name, description }) => `  ${oneLine(name, 80)}  ${oneLine(description.split('\n', 1)[0] ?? '', 200)}`)),
  ].join('\n');

async function done(
  act: Exclude<Act, 'tools'>,
  { control, key, talk }: { readonly control: ServerControl; readonly key: string; readonly talk: CommandContext },
): Promise<void> {
  try {
    await (act === 'reconnect' ? control.reconnect(key) : control.toggle(key, act === 'on'));
    const now = control.list().find((one) => one.key === key);
    talk.print(`${oneLine(key, 60)}: ${now === undefined ? 'gone' : noteOf(now)}\n`);
  } catch (error) {
    talk.print(`${oneLine(key, 60)}: ${messageOf(error)}\n`);
  }
}
