import { join } from 'node:path';
import { HOOK_EVENTS, type HookEvent } from '@loadout/core';
import type { ToolCases } from './tool-cases.js';

interface Sampled {
  readonly event: HookEvent;
  readonly matcher: string | undefined;
  readonly dir: string;
  /** The cases of the plugin's own tools. */
  readonly tools: Readonly<Record<string, ToolCases>>;
}

/** Inputs that an event has in a run: for an event about a call, one for each tool that the matcher names. */
export function sampleInputs({ event, matcher = '', dir, tools }: Sampled): readonly object[] {
  const { sample, isCall } = HOOK_EVENTS[event];
  if (isCall !== true) return [sample];
  const inputs: Readonly<Record<string, object>> = { ...usualInputs(dir), ...ownInputs(tools) };
  const named = matcher
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name));
  const names = named.length > 0 ? named : Object.keys(inputs);
  return names.map((name) => ({ tool_name: name, tool_input: inputs[name] ?? {}, tool_use_id: 'toolu_test', ...sample }));
}

/** The tools that most agents have. */
const usualInputs = (dir: string): Readonly<Record<string, object>> => ({
  Bash: { command: 'echo hello' },
  Read: { file_path: join(dir, 'a.txt') },
  Write: { file_path: join(dir, 'a.txt'), content: 'hello' },
  Edit: { file_path: join(dir, 'a.txt'), old_string: 'hello', new_string: 'hi' },
  WebFetch: { url: 'https://example.com/' },
});

const ownInputs = (tools: Readonly<Record<string, ToolCases>>) =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, { valid }]) => {
      const [one] = valid;
      return typeof one?.input === 'object' && one.input !== null ? [[name, one.input]] : [];
    }),
  );
