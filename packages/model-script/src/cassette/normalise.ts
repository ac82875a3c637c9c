/**
 * Parts that differ from run to run. `text` is replaced by `as` when recording and put back when replaying, in requests and
 * answers. A `pattern` (a regular expression) is replaced only in requests, before they are compared.
 */
export type Normalisation = { readonly text: string; readonly as: string } | { readonly pattern: string; readonly as: string };

/** Normalises a request for comparison and recording. */
export const normaliseRequest = <T>(value: T, rules: readonly Normalisation[]): T =>
  mapStrings(value, (text) =>
    rules.reduce(
      (rest, rule) =>
        'text' in rule ? replace(rest, rule.text, rule.as) : rest.replace(new RegExp(rule.pattern, 'g'), () => rule.as),
      text,
    ),
  );

export const normaliseAnswer = <T>(value: T, rules: readonly Normalisation[]): T =>
  mapStrings(value, (text) => rules.reduce((rest, rule) => ('text' in rule ? replace(rest, rule.text, rule.as) : rest), text));

/** The way back, for an answer that is replayed. */
export const restoreAnswer = <T>(value: T, rules: readonly Normalisation[]): T =>
  mapStrings(value, (text) => rules.reduce((rest, rule) => ('text' in rule ? replace(rest, rule.as, rule.text) : rest), text));

const replace = (text: string, from: string, to: string) => (from === '' ? text : text.replaceAll(from, () => to));

function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)])) as T;
}
