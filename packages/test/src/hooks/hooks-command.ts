import { paintFor } from '@loadout/command';
import { withAgent } from '@loadout/command/runs';
import { HOOK_EVENTS, type HookEvent, nearest } from '@loadout/core';
import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { isHookEvent } from '@loadout/core/run';
import { tryHooks } from '@loadout/explain';
import { errors } from '../errors.js';
import { triedHooksText } from './tried-hooks.js';

const definition = {
  name: 'hooks test',
  group: 'look',
  summary: 'Run the hooks of an event with a sample input, and show what each hook answers.',
  positionals: [{ name: 'event', help: 'PreToolUse, PostToolUse, UserPromptSubmit, Stop, …' }],
  flags: [
    ...configFlags,
    { name: 'agent', value: 'NAME', help: 'The agent whose hooks run. Optional if the configuration has one agent.' },
    { name: 'tool', value: 'NAME', help: 'The tool that would be called, for events about a tool call.' },
    { name: 'input', value: 'JSON', help: 'The input of the call. Default: {}.' },
    {
      name: 'field',
      value: 'KEY=VALUE',
      repeat: true,
      help: 'Another field of the event, such as prompt=Go or source=resume. The value is parsed as JSON, else taken as text.',
    },
    jsonFlag,
  ],
  details: [
    'The hooks really run, with every program they start. Nothing else happens: no session, no tool call, no model request.',
    'The exit code is 0 for every answer.',
  ],
  examples: [`PreToolUse --tool Bash --input '{"command": "rm -rf build"}'`],
} as const;

export default defineCommand(definition, async ({ positionals: [name = ''], flags }, host) => {
  const event = eventNamed(name);
  const isCall = HOOK_EVENTS[event].isCall === true;
  if (isCall && flags.tool === undefined) throw errors.USAGE_FLAG_ALONE({ flag: event, needs: '--tool' });
  const input = flags.input === undefined ? {} : objectIn(flags.input);
  const fields = fieldsIn(flags.field);
  const { plan } = await host.load(flags);
  await withAgent(plan, {
    agent: flags.agent,
    env: host.env,
    use: async (agent) => {
      const tried = await tryHooks(agent, { event, tool: flags.tool, input, fields });
      if (flags.json) host.json({ agent: agent.name, event, ...tried });
      else host.screen.out(triedHooksText(tried, { event, paint: paintFor(host) }));
    },
  });
  return 0;
});

function eventNamed(event: string): HookEvent {
  if (isHookEvent(event)) return event;
  const available = Object.keys(HOOK_EVENTS);
  throw errors.USAGE_EVENT({ event, nearest: nearest(event, available), available });
}

function objectIn(text: string): unknown {
  const refused = (problem: string) => errors.USAGE_EVENT_FIELD({ flag: '--input', value: text, problem });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`it is not JSON (${(error as Error).message})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('it is not a JSON object');
  return value;
}

function fieldsIn(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((value) => {
      const sign = value.indexOf('=');
      if (sign < 1) throw errors.USAGE_EVENT_FIELD({ flag: '--field', value, problem: 'it is not of the form key=value' });
      return [value.slice(0, sign), readValue(value.slice(sign + 1))];
    }),
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
