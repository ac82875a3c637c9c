/** One thing that was looked at. `problem`: something will not work. `note`: it works otherwise, or may not matter here. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix?: string | undefined;
}
