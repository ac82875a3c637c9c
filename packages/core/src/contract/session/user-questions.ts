/** One question with its choices. Source: TOOL-ASK-01. */
export interface UserQuestion {
  readonly question: string;
  /** A title of at most 12 characters, for a tab or a tag. */
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string; readonly preview?: string | undefined }[];
  readonly multiSelect: boolean;
}

/** A refusal to answer, with the words of the person. */
export interface QuestionsDeclined {
  readonly declined: true;
  readonly words: string;
}

/** Asks the person who watches the run. Offered by the runner if the host can ask. If absent, nobody is there. */
export interface UserQuestions {
  /**
   * Returns the answer to each question: the chosen label, several joined with `, `, or free text. `undefined`, or the words of the
   * person: the person declined. Contract: may throw if the host fails.
   */
  ask(
    questions: readonly UserQuestion[],
    context: { readonly toolUseId: string; readonly signal: AbortSignal },
  ): Promise<Readonly<Record<string, string>> | QuestionsDeclined | undefined>;
}
