import type { JsonSchema, Position } from '@loadout/core';

/** One answer of the scripted model. Its blocks come in the order thinking, text, tools. */
export interface ScriptTurn {
  readonly text?: string | undefined;
  readonly thinking?: string | undefined;
  readonly tools?: readonly ScriptTool[] | undefined;
  /** Seconds before the first word, and between blocks. */
  readonly delay?: number | undefined;
  readonly between?: number | undefined;
  /** Default: `tool_use` when there is a tool, else `end_turn`. */
  readonly stop?: string | undefined;
  /** Plays the turn that many times. */
  readonly repeat?: number | undefined;
  /** Default: estimated from the characters, four to a token. */
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
}

/** `{ Read: { file_path: 'a' }, as: 'readme' }`, or the long form with `name`. `as` names the call's result for placeholders. */
export type ScriptTool =
  | { readonly name: string; readonly input?: unknown; readonly as?: string | undefined }
  | { readonly [tool: string]: unknown };

export const turnSchema: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    thinking: { type: 'string' },
    tools: { type: 'array', items: { type: 'object' } },
    delay: { type: 'number', minimum: 0 },
    between: { type: 'number', minimum: 0 },
    stop: { type: 'string', minLength: 1 },
    repeat: { type: 'integer', minimum: 1, maximum: 100_000 },
    usage: {
      type: 'object',
      properties: { input_tokens: { type: 'integer', minimum: 0 }, output_tokens: { type: 'integer', minimum: 0 } },
      required: ['input_tokens', 'output_tokens'],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** A script, checked: every turn once, `repeat` played out by `turnAt`. */
export interface Script {
  /** `script a.yaml`, for messages. */
  readonly name: string;
  readonly turns: readonly CheckedTurn[];
  /** How many answers it has. */
  readonly length: number;
}

export interface CheckedTurn extends Omit<ScriptTurn, 'tools' | 'repeat'> {
  readonly tools: readonly CheckedTool[];
  readonly repeat: number;
  /** The path of the turn in the script: `/turns/3`. */
  readonly path: string;
  /** Finds the place of a path in the file; `text` narrows it to a place inside a string. */
  readonly place: Place;
}

export interface CheckedTool {
  readonly name: string;
  readonly input: unknown;
  readonly as?: string | undefined;
  /** Path of the input. */
  readonly path: string;
}

export type Place = (path: string, text?: string) => Position | undefined;

/** The turn that the `index`th answer comes from, counted from 0. */
export function turnAt(script: Script, index: number): CheckedTurn | undefined {
  let rest = index;
  return script.turns.find((turn) => {
    rest -= turn.repeat;
    return rest < 0;
  });
}
