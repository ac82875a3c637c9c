import { Redaction, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';

/** Keys that anybody knows by their form. */
const FORMS: readonly (readonly [form: RegExp, what: string])[] = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, 'a private key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'a key of AWS'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{22,}\b/, 'a token of GitHub'],
  [/\bglpat-[\w-]{20,}/, 'a token of GitLab'],
  [/\bsk-[A-Za-z0-9_-]{20,}/, 'a key of a model provider'],
  [/\bxox[abposr]-[\w-]{10,}/, 'a token of Slack'],
  [/\bAIza[\w-]{35}\b/, 'a key of Google'],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, 'a token (JWT)'],
];

/** Says what secret a text holds, by its form. */
export const secretIn = (text: string): string | undefined => FORMS.find(([form]) => form.test(text))?.[1];

/** Refuses a text with a secret of the configuration, or with one that anybody knows by its form. Throws MEMORY_SECRET. */
export function secretCheck(context: Pick<ToolContext, 'find'>): (path: string, text: string) => void {
  return (path, text) => {
    const what = secretIn(text) ?? (isRedacted(text, context) ? 'a secret of the configuration' : undefined);
    if (what !== undefined) throw errors.MEMORY_SECRET({ path, what });
  };
}

function isRedacted(text: string, context: Pick<ToolContext, 'find'>): boolean {
  const stream = context.find(Redaction)?.stream();
  if (stream === undefined) return false;
  const bytes = Buffer.from(text);
  return !Buffer.concat([stream.push(bytes), stream.flush()]).equals(bytes);
}
