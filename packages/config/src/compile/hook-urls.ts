import type { Plan } from '@loadout/core';
import { splitUse } from '../packages/split-use.js';
import type { CompileInput } from './compile-context.js';

const HOOKS = '@loadout/hooks';

/** Where hooks of type http may be sent: what every layer that says something of it allows. Source: HOOK-19. */
export function compileHookUrls({ document, settings }: CompileInput): Pick<Plan, 'allowedHttpHookUrls'> {
  const mounts = Object.values(document.plugins ?? {}).flatMap((entry) =>
    typeof entry === 'string' || splitUse(entry.use).name !== HOOKS ? [] : [ownList(entry.options)],
  );
  const lists = [...settings.map((one) => one.document.allowedHttpHookUrls), document.allowedHttpHookUrls, ...mounts];
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first === undefined ? {} : { allowedHttpHookUrls: others.reduce(commonUrls, first) };
}

/** What two lists of patterns both allow. Where two patterns overlap and neither means all of the other, nothing is allowed. */
export function commonUrls(one: readonly string[], other: readonly string[]): readonly string[] {
  const found = one.flatMap((a) => other.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])));
  return [...new Set(found)];
}

/** Its shape was checked with the options of the plugin. */
function ownList(options: Readonly<Record<string, unknown>> | undefined): readonly string[] | undefined {
  const list = options?.allowedHttpHookUrls;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;
}

/** Whether every address that `narrow` means is one that `wide` means, in the three parts by which `@loadout/hooks` compares. */
function covers(wide: string, narrow: string): boolean {
  const [a, b] = [partsOf(wide), partsOf(narrow)];
  const host = b.host.replace(/:\d+$/, '');
  return (
    fits(a.scheme, b.scheme, '[a-z*]*') &&
    (fits(a.host, b.host, '[^/?#@]*') || fits(a.host, host, '[^/?#@]*')) &&
    fits(a.path, b.path, '.*')
  );
}

function partsOf(pattern: string) {
  const [, scheme = '*://', host = '', path = '/*'] = /^([^/]*:\/\/)?([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  return { scheme, host, path };
}

/** A star of `text` is only met by a star of `pattern`. */
function fits(pattern: string, text: string, star: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join(star)}$`, 's').test(text);
}
