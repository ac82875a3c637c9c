import type { AnswerField } from './answers.js';
import type { ToolSubject } from './inputs.js';

/** Facts about an event that do not depend on what happened. */
interface EventFacts<Input> {
  /** The field of the input that a matcher is held against. Without one a hook runs whatever its matcher says: a guard is not lost over it. */
  readonly subject?: keyof Input & string;
  /** The event is about one tool call, so its hooks may have an `if`. */
  readonly isCall?: true;
  /** A hook can stop what the event announces. */
  readonly blocks?: true;
  /** Its hooks are guards unless they say otherwise: a hook that fails blocks. */
  readonly guards?: true;
  /** The event speaks to the model at once, so what hooks in the background said before goes with it. */
  readonly tells?: true;
  /** The meaning of exit code 2 of a command: it blocks, or its words go to the model, to the person alone, or nowhere. Source: HOOK-17. */
  readonly exit2: 'block' | 'model' | 'person' | 'ignored';
  /** An input without the call that it is about, for trying hooks out. */
  readonly sample: Omit<Input, keyof ToolSubject>;
}

/** One row of the table of events. */
export interface EventRow<Input, Takes extends AnswerField> extends EventFacts<Input> {
  /** When the event is fired and what its hooks may do: for the documentation and the configuration's schema. */
  readonly sentence: string;
  /** Never set: carries the types. */
  readonly types?: { readonly input: Input; readonly takes: Takes };
}

/** `Input` is what hooks of the event read beside `HookBase`, `Takes` the fields of their answers beside the common ones. */
export const event = <Input, Takes extends AnswerField = never>(
  sentence: string,
  facts: EventFacts<Input>,
): EventRow<Input, Takes> => ({ sentence, ...facts });
