import type { AnswerField } from './answers.js';
import type { ToolSubject } from './inputs.js';

/** Facts about an event that are the same each time the event is fired. */
interface EventFacts<Input> {
  /** The field of the input that a matcher is compared with. Without a subject, every hook runs, so that no guard is skipped. */
  readonly subject?: keyof Input & string;
  /** If true, the event is about one tool call, so its hooks may have an `if`. */
  readonly isCall?: true;
  /** If true, a hook can stop the action that the event announces. */
  readonly blocks?: true;
  /** If true, hooks are guards unless they set `phase`: a hook that fails blocks. */
  readonly guards?: true;
  /** If true, the model reads the event's contexts at once. Earlier messages of background hooks are sent along. */
  readonly tells?: true;
  /** The meaning of a command's exit code 2: block, or who reads the output (model, person, nobody). Source: HOOK-17. */
  readonly exit2: 'block' | 'model' | 'person' | 'ignored';
  /** An example input without the fields of the call, for trying hooks out. */
  readonly sample: Omit<Input, keyof ToolSubject>;
}

export interface EventRow<Input, Takes extends AnswerField> extends EventFacts<Input> {
  /** When the event is fired and what its hooks may do. Used by the documentation and the configuration's schema. */
  readonly sentence: string;
  /** Never set; carries the types. */
  readonly types?: { readonly input: Input; readonly takes: Takes };
}

/** Builds a row. `Input` is the input beside `HookBase`; `Takes` names the answer fields beside the common fields. */
export const event = <Input, Takes extends AnswerField = never>(
  sentence: string,
  facts: EventFacts<Input>,
): EventRow<Input, Takes> => ({ sentence, ...facts });
