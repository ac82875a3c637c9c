/**
 * The treatment of a key of another tool's file. `quiet`: the key concerns that tool's own screen and is ignored without a
 * message.
 */
export type Fate = 'kept' | 'changed' | 'lost' | 'quiet';

export interface Field {
  readonly fate: Fate;
  /** For people: the result of the conversion, or the reason why there is none. */
  readonly note: string;
  /** Without the key, more is allowed. */
  readonly guards?: true;
}

export type Fields = Readonly<Record<string, Field>>;

export const kept = (note = 'as it is'): Field => ({ fate: 'kept', note });
export const changed = (note: string): Field => ({ fate: 'changed', note });
export const lost = (note: string): Field => ({ fate: 'lost', note });
export const quiet = (note: string): Field => ({ fate: 'quiet', note });
export const guarding = (field: Field): Field => ({ ...field, guards: true });

/** The supported keys of a hook, by its type. */
const COMMON = ['type', 'timeout', 'if', 'once', 'statusMessage', 'onFailure'] as const;
export const HOOK_FIELDS: Readonly<Record<string, readonly string[]>> = {
  command: [...COMMON, 'command', 'args', 'shell', 'async', 'asyncRewake'],
  http: [...COMMON, 'url', 'headers', 'allowedEnvVars'],
  prompt: [...COMMON, 'prompt', 'continueOnBlock'],
  agent: [...COMMON, 'prompt', 'model', 'continueOnBlock'],
  mcp_tool: [...COMMON, 'server', 'tool', 'input'],
};

export const fieldOf = (fields: Fields, key: string): Field =>
  (Object.hasOwn(fields, key) ? fields[key] : undefined) ?? lost('Loadout does not know it');
