import { isSecretName, keysIn } from '@loadout/config/documents';

/** Returns what stands in the place of a secret. */
export type Hide = (name: string, value: string) => string;

/** A reference in a text of a configuration. Two dollar signs make plain text of what follows. */
export const REFERENCE = /(?<!\$)\$\{(?:secret:[\w-]+|workspace)\}/g;
/** A value in a text: references, and what is no end of a word. */
const VALUE = String.raw`(?:\$\{[^}]*\}|[^\s"';&#])+`;
const SCHEME = /^(?:Bearer|Basic|Token|Digest)$/i;

/** Words that are the end of a name, and those that are a word of their own in it: `compat` and `spin` name no secret. */
const END = /(?:key|token|secret|pass(?:word|wd|phrase|code)?|pwd|credentials?|authorization|bearer|cookie)$/i;
const OWN_WORD = /(?:^|[\W_])(?:pat|pin|auth|dsn)$/i;

/** Whether an option, a variable or a header has a secret, to judge by its name. */
const namesSecret = (name: string): boolean => isSecretName(name) || END.test(name) || OWN_WORD.test(name);

/** Whether nothing but a reference stands in a text, behind a word such as Bearer. */
const isReference = (text: string): boolean => /^(?:[a-z_-]+[ =:]+)?x$/i.test(text.replace(REFERENCE, 'x')) && text !== 'x';

const HARMLESS: readonly RegExp[] = [
  /^(?:true|false|yes|no|on|off)$/i,
  /^-?\d{1,7}(?:\.\d{1,7})?$/,
  /^v?\d{1,4}(?:[.-]\d{1,4}){1,3}$/,
  /^[a-z]{1,12}(?:-[a-z]{1,12})?$/,
  /^[A-Z]$|^(?:DEBUG|INFO|WARN|WARNING|ERROR|UTF-?8)$/i,
  /^(?:\*|[a-z]{1,12})\/(?:\*|[a-z-]{1,20})(?:, ?(?:\*|[a-z]{1,12})\/(?:\*|[a-z-]{1,20}))*$/,
  /^https?:\/\/(?:[\w-]+\.)*[\w-]+(?::\d{1,5})?(?:\/(?:[a-z][a-z-]{0,15}|v?\d{1,3}(?:\.\d{1,3})*))*\/?$/,
];

const isPath = (text: string): boolean =>
  text.split(':').every((one) => /^(?:~|\.{1,2}|[A-Za-z]:)?(?:\/[\w.@ -]{1,24})+\/?$|^\/?$/.test(one)) &&
  !isRandom(text.replace(/\W/g, ''));

/** Whether a text is obviously no secret: a switch, a number, a path, a short mode, a type of media, or a plain address. */
const isHarmless = (text: string): boolean => HARMLESS.some((one) => one.test(text)) || isPath(text);

/** Whether a word is made at random, to judge by its length and its letters. */
const isRandom = (word: string): boolean =>
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{20,}$/.test(word) ||
  /^[0-9a-f]{32,}$/i.test(word) ||
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

/** The value of a variable or a header. What is no reference and not obviously harmless is hidden as a whole. */
export function hideValue(name: string, value: string, hide: Hide): string {
  if (value === '' || isReference(value) || HARMLESS[0]?.test(value)) return value;
  if (namesSecret(name) || !isHarmless(value.replace(REFERENCE, 'x'))) return hide(name, value);
  return value;
}

/** The value of an option that has the name of a secret. It can be a file with the secret. */
const hideOption: typeof hideValue = (name, value, hide) =>
  isReference(value) || HARMLESS[0]?.test(value) || (/[/\\]/.test(value) && isPath(value)) ? value : hide(name, value);

/** The keys of well-known services, and the passwords in addresses. They are found in texts for a model too. */
export function hideKeysIn(text: string, hide: Hide): string {
  const made = text.replace(/(:\/\/(?:\$\{[^}]*\}|(?!\$\{)[^/@\s:])*:)([^/\s]+)(?=@)/g, (all, head: string, value: string) =>
    isReference(value) ? all : head + hide('password', value),
  );
  return keysIn(made).reduce((left, one) => left.replaceAll(one, () => hide('key', one)), made);
}

/** The secrets that stand inside of a text of a server, each behind what says that it is one. */
export function hideInside(text: string, hide: Hide): string {
  const behind = (head: string, name: string, value: string) =>
    SCHEME.test(value) ? head + value : head + hideOption(name, value, hide);
  const made = text
    .replace(/(:\/\/(?:\$\{[^}]*\}|(?!\$\{)[^/@\s:])*:)([^/\s]+)(?=@)/g, (_, head: string, value: string) =>
      behind(head, 'password', value),
    )
    .replace(/(:\/\/)([^/@\s:$]+)(?=@)/g, (_, head: string, value: string) => head + hideValue('user', value, hide))
    .replace(
      new RegExp(`(\\b(?:Bearer|Basic)\\s+)(${VALUE})`, 'gi'),
      (_, head: string, value: string) => head + hideValue('', value, (_, it) => hide('authorization', it)),
    )
    .replace(
      new RegExp(`(?<![\\w.-]|\\$\\{)(-{0,2}([\\w.-]+)["']?\\s*[=:]\\s*["']?)(${VALUE})`, 'g'),
      (all, head: string, name: string, value: string) => (namesSecret(name) ? behind(head, name, value) : all),
    );
  const address = made.includes('://') ? hideInAddress(made, hide) : made;
  return hideKeysIn(address, hide);
}

/** Hides what only this address has: the values of its query, and a part of its path that is made at random. */
const hideInAddress = (text: string, hide: Hide): string =>
  text
    .replace(
      new RegExp(`([?&]([\\w.-]+)=)(${VALUE})`, 'g'),
      (_, head: string, name: string, value: string) => head + hideValue(name, value, hide),
    )
    .replace(/(?<=\/)[\w-]{20,}(?=[/?#\s]|$)/g, (part) => (isRandom(part) ? hide('path', part) : part));

const OPTION = /^--?([\w.-]+)$/;
const ASSIGNED = /^(?:--?(?:header|env|H|e)=)?([\w.-]+)(\s*[:=]\s*)(.+)$/s;

/** One argument, with the one before it, whose value it may be. */
export function hideArgument(text: string, before: string | undefined, hide: Hide): string {
  const [, option = ''] = OPTION.exec(before ?? '') ?? [];
  if (namesSecret(option) && !text.startsWith('-')) return hideOption(option, text, hide);
  const [, own = '', value] = /^--?([\w.-]+)=(.+)$/s.exec(text) ?? [];
  if (value !== undefined && namesSecret(own)) return text.slice(0, -value.length) + hideOption(own, value, hide);
  if (/^(?:header|env|H|e)$/.test(option) || /^(?:header|env|H|e)$/.test(own)) {
    const [, name = '', , given] = ASSIGNED.exec(text) ?? [];
    if (given !== undefined) return text.slice(0, -given.length) + hideValue(name, hideKeysIn(given, hide), hide);
  }
  if (isRandom(text)) return hide(option || 'key', text);
  if (value !== undefined && isRandom(value)) return text.slice(0, -value.length) + hide(own, value);
  return hideInside(text, hide);
}
