import { duration, oneLine, type Paint, paintFor, printable, printableJson, type Style } from '@loadout/command';
import { withAgent } from '@loadout/command/runs';
import { HOOK_EVENTS, type HookEvent, type HookRound, nearest } from '@loadout/core';
import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { type HookResponse, isHookEvent } from '@loadout/core/run';
import { type TriedHooks, tryHooks } from '@loadout/explain';
import { errors } from '../errors.js';

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
  if (isCall && flags.tool === undefined) throw errors.USAGE_EVENT_TOOL({ event });
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

const STYLES: Readonly<Partial<Record<HookResponse['outcome'], Style>>> = {
  allow: 'green',
  ask: 'yellow',
  deny: 'red',
  failed: 'red',
};

/** Each hook with its answer and its time, followed by their combined effect. */
function triedHooksText(
  { hooks, combined }: TriedHooks,
  { event, paint }: { readonly event: string; readonly paint: Paint },
): string {
  if (hooks.length === 0) return `No ${event} hook would run.\n`;
  const lines = hooks.flatMap((hook) => [
    `${paint(STYLES[hook.outcome] ?? 'dim', hook.outcome)}  ${oneLine(hook.name, 100)}  ${duration(hook.durationMs)}`,
    ...details(hook).map((line) => `    ${line}`),
  ]);
  return `${[...lines, '', 'Combined:', ...together(combined).map((line) => `    ${line}`)].join('\n')}\n`;
}

function details({ answer, problem, stdout, stderr, exitCode }: HookResponse): readonly string[] {
  return [
    ...(problem === undefined ? [] : [`problem: ${oneLine(problem, 500)}`]),
    ...(answer === undefined ? [] : [`answer: ${oneLine(printableJson(answer), 1_000)}`]),
    ...(exitCode === undefined || exitCode === 0 ? [] : [`exit code: ${exitCode ?? 'ended by a signal'}`]),
    ...(stdout === undefined || stdout.trim() === '' || answer !== undefined ? [] : [`stdout: ${oneLine(stdout, 500)}`]),
    ...(stderr === undefined || stderr.trim() === '' ? [] : [`stderr: ${oneLine(stderr, 500)}`]),
  ];
}

function together({ verdict, updatedInput, updatedOutput, contexts, messages, stop }: HookRound): readonly string[] {
  const lines = [
    ...(verdict === undefined ? [] : [`${verdict.behavior} by ${verdict.by}: ${verdict.reason}`]),
    ...(stop === undefined ? [] : [`ends the run: ${stop}`]),
    ...(updatedInput === undefined ? [] : [`input: ${printableJson(updatedInput.value)}`]),
    ...(updatedOutput === undefined ? [] : [`output: ${printableJson(updatedOutput.value)}`]),
    ...contexts.map((text) => `for the model: ${text}`),
    ...messages.map((text) => `for the model and the person: ${text}`),
  ];
  return lines.length === 0 ? ['no decision'] : lines.map((line) => oneLine(printable(line), 1_000));
}
