/** Messages that reach the model beside the conversation: work in the background that has ended, mail, a schedule that is due. Offered by the runner. */
export interface Inbox {
  /** The model reads it before its next turn, once, as a reminder. A run that is about to end goes on with it. */
  add(text: string): void;
  /** Until `work` settles the run does not end by itself: it waits for what `add` brings. A rejection counts as an end. */
  hold(work: Promise<unknown>): void;
}
