import type { ModelProvider } from '@loadout/core/model';

/** The values that must not be shown. A function is called again each time, since a key may become known only later. */
export type Secrets = readonly string[] | (() => readonly string[]);

export interface Redact {
  (text: string): string;
  /** The texts to replace at this moment. Absent: only a call tells whether a text has a secret. */
  readonly forms?: () => readonly string[];
}

const MARK = '[secret]';

/** The redactors by the function that knows the secrets: all sessions of an agent share one. */
const redactors = new WeakMap<() => readonly string[], Redact>();

/** Returns a function that replaces secrets in text that leaves the process or is stored; `undefined` if there is no secret. */
export function redactor(secrets: Secrets): Redact | undefined {
  if (typeof secrets === 'function') {
    const made = redactors.get(secrets) ?? redactorOf(secretForms(secrets));
    redactors.set(secrets, made);
    return made;
  }
  const forms = secretForms(secrets);
  return forms().length === 0 ? undefined : redactorOf(forms);
}

const redactorOf = (forms: () => readonly string[]): Redact => Object.assign((text: string) => hiding(forms())(text), { forms });

type Hiding = (text: string) => string;

/** The functions by their texts to replace, which stay the same array until a secret is added. */
const hidings = new WeakMap<readonly string[], Hiding>();

/** Returns a function that replaces these texts, the longest of which comes first. One look tells whether a text has any of them. */
function hiding(forms: readonly string[]): Hiding {
  const known = hidings.get(forms);
  if (known !== undefined) return known;
  const shortest = forms.at(-1)?.length ?? Number.POSITIVE_INFINITY;
  const any = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'));
  const hide = (text: string) =>
    text.length < shortest || !any.test(text) ? text : forms.reduce((result, form) => result.replaceAll(form, MARK), text);
  hidings.set(forms, hide);
  return hide;
}

/** The model providers of an agent: the provider that a program handed over, and the providers loaded by now. */
interface Providers {
  readonly given?: ModelProvider | undefined;
  readonly loaded: readonly ModelProvider[];
  /** The options that plugins mark as secrets; more are added as plugins are loaded. */
  readonly options?: readonly string[] | undefined;
}

/** Returns the declared secrets, the secret options and the credentials of all providers: the same array until a secret is added. */
export function knownSecrets(declared: readonly string[], { given, loaded, options = [] }: Providers): () => readonly string[] {
  let known = declared;
  return () => {
    for (const secret of options) if (!known.includes(secret)) known = [...known, secret];
    for (const provider of given === undefined ? loaded : [given, ...loaded])
      for (const secret of provider.secrets?.() ?? []) if (!known.includes(secret)) known = [...known, secret];
    return known;
  };
}

/** Returns the texts to replace: each secret plain and in JSON, the longest first. Computed only when the secrets change. */
export function secretForms(secrets: Secrets): () => readonly string[] {
  const list = typeof secrets === 'function' ? secrets : () => secrets;
  let known: readonly string[] | undefined;
  let forms: readonly string[] = [];
  return () => {
    const now = list();
    if (now !== known) [known, forms] = [now, formsOf(now)];
    return forms;
  };
}

/** Computes the texts to replace. A secret has at least four characters. Its line ends change where a text is made fit for a screen. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const written = secrets.flatMap((secret) => [secret, secret.replaceAll('\r\n', '\n'), secret.replace(/\s+/g, ' ').trim()]);
  const long = written.filter((secret) => secret.length >= 4);
  const forms = new Set(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  return [...forms].sort((a, b) => b.length - a.length);
}

type Container = unknown[] | Record<string, unknown>;

/**
 * Returns a value with every string in it redacted, names of fields included: the value itself if it has no secret, otherwise a copy.
 * The value may be nested to any depth.
 */
export function redactValue<T>(value: T, redact: Redact | undefined): T {
  if (redact === undefined) return value;
  // The secrets are looked up once, not for each of the strings.
  const forms = redact.forms?.();
  if (forms?.length === 0) return value;
  const hide = forms === undefined ? redact : hiding(forms);
  return isClean(value, hide) ? value : redactedCopy(value, hide);
}

function redactedCopy<T>(value: T, hide: Hiding): T {
  // A value of a plugin may contain itself.
  const copies = new Map<object, Container>();
  const waiting: { readonly from: object; readonly into: Container }[] = [];
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one);
    if (typeof one !== 'object' || one === null) return one;
    const made = copies.get(one);
    if (made !== undefined) return made;
    const into: Container = Array.isArray(one) ? [] : {};
    copies.set(one, into);
    waiting.push({ from: one, into });
    return into;
  };
  const result = copy(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, into } = next;
    if (Array.isArray(into)) for (const item of from as readonly unknown[]) into.push(copy(item));
    else for (const [key, item] of Object.entries(from)) setOwn(into, hide(key), copy(item));
  }
  return result as T;
}

/** Whether a value has no secret. Things of other kinds than JSON has may show more than their fields, so that they do not count as clean. */
function isClean(value: unknown, hide: Hiding): boolean {
  const hasNone = (text: string) => hide(text) === text;
  const seen = new Set<object>();
  const waiting: object[] = [];
  const passes = (one: unknown): boolean => {
    if (typeof one === 'string') return hasNone(one);
    if (typeof one !== 'object' || one === null || seen.has(one)) return true;
    if (!Array.isArray(one) && !isPlain(one)) return false;
    seen.add(one);
    waiting.push(one);
    return true;
  };
  if (!passes(value)) return false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) if (!passes(item)) return false;
    } else {
      const fields = next as Readonly<Record<string, unknown>>;
      for (const name of Object.keys(fields)) if (!hasNone(name) || !passes(fields[name])) return false;
    }
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A field called `__proto__` stays a field. */
function setOwn(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') into[key] = value;
  else Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
