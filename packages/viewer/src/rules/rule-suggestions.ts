/** A rule that stands in a file, or is proposed. */
interface NamedRule {
  readonly effect: string;
  readonly rule: string;
}

/** A proposed rule with what the record says for it. */
export interface SuggestedRule extends NamedRule {
  /** How often, where, by whom and when. */
  readonly evidence: string;
  readonly calls: readonly string[];
  readonly runs?: { readonly path: string; readonly rule: string } | undefined;
  /** The calls that the rule is about beyond its evidence. */
  readonly also: { readonly does: string; readonly example?: string | undefined; readonly recorded: readonly string[] };
}

/** A rule of a file with what the record says against it. */
export interface WrittenRule extends NamedRule {
  readonly place: string;
  readonly said: string;
}

/** The part of what `suggestions` of @loadout/rules returns that the page shows, in its words. */
export interface RuleSuggestions {
  readonly summary?: string | undefined;
  readonly headings: readonly { readonly kind: string; readonly heading: string }[];
  readonly rules: readonly SuggestedRule[];
  readonly written: readonly WrittenRule[];
  readonly notes: readonly string[];
}

/** The answer to the page: the suggestions, or why there are none. */
export type RulesAnswer = RuleSuggestions | { readonly failure: string; readonly fix: string };
