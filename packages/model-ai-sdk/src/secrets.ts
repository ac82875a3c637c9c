import type { AiSdkOptions } from './options.js';

const SECRET_NAME = /key|token|secret|password|authorization|cookie/i;

/** The variables that provider packages read by themselves. */
const SECRET_VARIABLE = /(_API_KEY|_API_TOKEN|_AUTH_TOKEN|_ACCESS_KEY|_ACCESS_KEY_ID|_SESSION_TOKEN|_BEARER_TOKEN(_[A-Z]+)?)$/;

/** A value that is this short would black out texts that have nothing to do with it. */
const SHORTEST = 8;

/**
 * The values that no message may contain: settings with the name of a secret, at any depth, and every variable of the environment
 * with such a name, since a provider package reads its own and tells nobody which.
 */
export function secretsOf({ settings }: AiSdkOptions, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) && value ? [value] : []));
  return [...new Set([...textsBelow(settings, false), ...variables])].filter((value) => value.length >= SHORTEST);
}

function textsBelow(value: unknown, isSecret: boolean): readonly string[] {
  if (typeof value === 'string') return isSecret ? [value, value.replace(/^\w+ /, '')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsBelow(inner, isSecret || SECRET_NAME.test(name)));
}
