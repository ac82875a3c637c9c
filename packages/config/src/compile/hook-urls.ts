import { matchesWildcard, type Plan } from '@loadout/core/run';
import { splitUse } from '../packages/find-package.js';
import type { CompileInput } from './compile-context.js';

const HOOKS = '@loadout/hooks';

/** The URLs to which hooks of type http may be sent: the intersection of all layers that set the list (HOOK-19). */
export function compileHookUrls({ document, settings }: CompileInput): Pick<Plan, 'allowedHttpHookUrls'> {
  const mounts = Object.values(document.plugins ?? {}).flatMap((entry) =>
    typeof entry === 'string' || splitUse(entry.use).name !== HOOKS ? [] : [ownList(entry.options)],
  );
  const lists = [...settings.map((one) => one.document.allowedHttpHookUrls), document.allowedHttpHookUrls, ...mounts];
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first === undefined ? {} : { allowedHttpHookUrls: others.reduce(commonUrls, first) };
}

/** The patterns that both lists allow. Two patterns that overlap without one covering the other allow nothing. */
export function commonUrls(one: readonly string[], other: readonly string[]): readonly string[] {
  const found = one.flatMap((a) => other.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])));
  return [...new Set(found)];
}

/** The list in a plugin's options. The check of the options has validated its shape. */
function ownList(options: Readonly<Record<string, unknown>> | undefined): readonly string[] | undefined {
  const list = options?.allowedHttpHookUrls;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;
}

/** Whether `wide` matches every address that `narrow` matches. Compares the same three parts as `@loadout/hooks`. */
function covers(wide: string, narrow: string): boolean {
  const [a, b] = [partsOf(wide), partsOf(narrow)];
  const host = b.host.replace(/:\d+$/, '');
  return (
    fits(a.scheme, b.scheme, /^[a-z*]*:\/\/$/) &&
    (fits(a.host, b.host, /^[^/?#@]*$/) || fits(a.host, host, /^[^/?#@]*$/)) &&
    fits(a.path, b.path, /^/)
  );
}

function partsOf(pattern: string) {
  const [, scheme = '*://', host = '', path = '/*'] = /^([^/]*:\/\/)?([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  return { scheme, host, path };
}

/** Whether `pattern` matches `text`. Only a star of `pattern` matches a star of `text`, and only in a text of the form `inStar`. */
const fits = (pattern: string, text: string, inStar: RegExp): boolean =>
  pattern === text || (inStar.test(text) && matchesWildcard(pattern, text));
