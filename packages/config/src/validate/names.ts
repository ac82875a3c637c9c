import { type Flat, placeOf } from '../document/flatten.js';
import { mapAt } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';

/** The form of the name of a mounted plugin, which is a part of the names of its tools. */
export const MOUNT_NAME = {
  rule: 'letters, digits, hyphens and underscores, a letter first, at most 32, without "__"',
  fits: (name: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && !name.includes('__') && name.length <= 32,
};

const WORD_RULE = 'letters, digits, hyphens and underscores';
const WORD = /^[A-Za-z][A-Za-z0-9_-]*$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const KINDS = [
  { section: 'plugins', kind: 'a plugin', ...MOUNT_NAME },
  {
    section: 'providers',
    kind: 'a provider',
    rule: WORD_RULE,
    fits: (name: string) => WORD.test(name),
  },
  {
    section: 'models',
    kind: 'a model',
    rule: 'any text without blanks',
    fits: (name: string) => name !== '' && !/\s/.test(name),
  },
  {
    section: 'agents',
    kind: 'an agent',
    rule: WORD_RULE,
    fits: (name: string) => WORD.test(name),
  },
  {
    section: 'secrets',
    kind: 'a secret',
    rule: WORD_RULE,
    fits: (name: string) => VARIABLE.test(name),
  },
];

/** Reports invalid names. Names become parts of tool names, paths and references, so not every text is allowed. */
export function checkNames(flat: Flat, report: Report): void {
  const refuse = (path: readonly string[], { kind, rule }: { readonly kind: string; readonly rule: string }) => {
    const place = placeOf(flat, path, 'key');
    const isForeign = path.length === 2 && place?.foreign === true;
    if (!isForeign) report.error(errors.CONFIG_NAME({ name: path.at(-1) ?? '', kind, rule }), { path, place });
  };
  for (const { section, fits, ...about } of KINDS)
    for (const name of Object.keys(mapAt(flat.data, [section]))) if (!fits(name)) refuse([section, name], about);
  for (const agent of Object.keys(mapAt(flat.data, ['agents'])))
    for (const name of Object.keys(mapAt(flat.data, ['agents', agent, 'params'])))
      if (!VARIABLE.test(name)) refuse(['agents', agent, 'params', name], { kind: 'a param', rule: WORD_RULE });
}
