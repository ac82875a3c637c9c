import type { HookCallback, HookJSONOutput, Options } from '@loadout/sdk';

export type Input = Readonly<Record<string, unknown>>;
export type Hooks = NonNullable<Options['hooks']>;

export const bash = (command: string, id = 'toolu_b') => ({ tools: [{ name: 'Bash', input: { command }, id }] });
export const done = { text: 'Done.' };

/** A callback that records its inputs. */
export function told(answer: HookJSONOutput = {}): { readonly heard: Input[]; readonly hook: HookCallback } {
  const heard: Input[] = [];
  const hook: HookCallback = async (input) => {
    heard.push({ ...input });
    return answer;
  };
  return { heard, hook };
}

export const on = (event: keyof Hooks, answer: HookJSONOutput, matcher?: string): Hooks => ({
  [event]: [{ hooks: [async () => answer], ...(matcher === undefined ? {} : { matcher }) }],
});

export const decides = (permissionDecision: 'allow' | 'deny' | 'ask' | 'defer', more: object = {}): HookJSONOutput =>
  ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: 'because', ...more },
  }) as HookJSONOutput;
