/** One checked thing. `problem`: a part will not work. `note`: a part works differently, or the finding may not matter here. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix?: string | undefined;
}
