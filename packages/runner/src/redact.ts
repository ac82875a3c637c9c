/** Makes a function that blanks declared secrets out of text that leaves the process or is kept. */
export function redactor(secrets: readonly string[]): ((text: string) => string) | undefined {
  const forms = new Set(
    secrets.filter((secret) => secret.length >= 4).flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]),
  );
  if (forms.size === 0) return undefined;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((result, form) => result.replaceAll(form, '[secret]'), text);
}

/** The same for every string inside a value. */
export function redactValue<T>(value: T, redact: ((text: string) => string) | undefined): T {
  if (redact === undefined) return value;
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redact)])) as T;
}
