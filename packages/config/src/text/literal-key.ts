/** The prefixes of keys of well-known services. */
const KEY = /\b(?:sk-[\w-]{16,}|gh[opsu]_\w{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,}|AIza[\w-]{30,})/g;

export const keysIn = (text: string): readonly string[] => text.match(KEY) ?? [];

/** Replaces keys with a text of the same length, so that carets stay under the word. */
export const hideKeys = (text: string): string => text.replace(KEY, (key) => '*'.repeat(key.length));

/** Whether a variable's name indicates a secret, declared or not. */
export const isSecretName = (name: string): boolean => /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(name);
