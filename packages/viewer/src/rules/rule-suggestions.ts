/** A rule that stands in a file, or is proposed. */
interface NamedRule {
  readonly effect: string;
  readonly rule: string;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A proposed rule with what the record says for it. */
export interface SuggestedRule extends NamedRule {
  /** The number of questions that the rule takes part in answering. */
  readonly questions: number;
  readonly sessions: readonly string[];
  readonly sources: readonly string[];
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly calls: readonly string[];
  readonly runs?: { readonly path: string; readonly rule: string } | undefined;
  readonly alsoAllows: { readonly example?: string | undefined; readonly recorded: readonly string[] };
}

/** A rule of a file with what the record says against it. */
export interface WrittenRule extends NamedRule {
  readonly position?: Place | undefined;
  readonly finding: 'unused' | 'shadowed' | 'wide';
  readonly by?: (NamedRule & { readonly position?: Place | undefined }) | undefined;
  readonly uses?: readonly string[] | undefined;
}

/** The part of what `suggestions` of @loadout/rules returns that the page shows. */
export interface RuleSuggestions {
  readonly questions: number;
  readonly spared: number;
  readonly rules: readonly SuggestedRule[];
  readonly unclear: number;
  readonly unread: readonly string[];
  readonly written: readonly WrittenRule[];
}
