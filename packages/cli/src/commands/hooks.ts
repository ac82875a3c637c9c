import { printableJson } from '@loadout/command';
import { HOOK_EVENTS, type HookEvent, nearest } from '@loadout/core';
import { isHookEvent } from '@loadout/core/run';
import { withAgent } from '@loadout/runner';
import type { hooksTest } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import { loadPlan } from '../load/load-plan.js';
import { triedHooksText } from '../render/tried-hooks.js';
import type { Command } from './command.js';

export const execute: Command<typeof hooksTest> = async ({ positionals: [name = ''], flags }, io) => {
  const event = eventNamed(name);
  const isCall = HOOK_EVENTS[event].isCall === true;
  if (isCall && flags.tool === undefined) throw errors.USAGE_FLAG_ALONE({ flag: event, needs: '--tool' });
  const input = flags.input === undefined ? {} : objectIn(flags.input);
  const fields = fieldsIn(flags.field);
  const { plan } = await loadPlan(flags, { io, wish: { agent: flags.agent, keepParams: true } });
  await withAgent(plan, {
    agent: flags.agent,
    env: io.env,
    use: async (agent) => {
      const tried = await agent.tryHooks({ event, tool: flags.tool, input, fields });
      if (flags.json) io.out(`${printableJson({ agent: agent.name, event, ...tried }, 2)}\n`);
      else io.out(triedHooksText(tried, { event, paint: io.paint }));
    },
  });
  return 0;
};

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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('it is no JSON object');
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
