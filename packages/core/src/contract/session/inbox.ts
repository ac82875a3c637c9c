/** Messages for the model from beside the conversation: ended background work, mail, a due schedule. Offered by the runner. */
export interface Inbox {
  /** Adds a reminder that the model reads once, before its next turn. A run that is about to end continues with the reminder. */
  add(text: string): void;
  /** Keeps the run from ending by itself until `work` settles, so that `add` still reaches it. A rejection counts as an end. */
  hold(work: Promise<unknown>): void;
}
