import { type Flat, placeOf } from '../document/flatten.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';

/** The form of the name of a mounted plugin, which is a part of the names of its tools. */
export const MOUNT_NAME = {
  rule: 'letters, digits, hyphens and underscores, a letter first, at most 32, without "__"',
  fits: (name: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && !name.includes('__') && name.length <= 32,
};

const WORD = /^[A-Za-z][A-Za-z0-9_-]*$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const KINDS = [
  { section: 'plugins', kind: 'a plugin', ...MOUNT_NAME },
  {
    section: 'providers',
    kind: 'a provider',
    rule: 'letters, digits, hyphens and underscores',
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
    rule: 'letters, digits, hyphens and underscores',
    fits: (name: string) => WORD.test(name),
  },
  {
    section: 'secrets',
    kind: 'a secret',
    rule: 'letters, digits, hyphens and underscores',
    fits: (name: string) => VARIABLE.test(name),
  },
];

/** Reports invalid names. Names become parts of tool names, paths and references, so not every text is allowed. */
export function checkNames(flat: Flat, report: Report): void {
  for (const { section, kind, rule, fits } of KINDS) {
    for (const name of Object.keys(mapOf(flat.data, section)))
      if (!fits(name) && placeOf(flat, [section, name], 'key')?.foreign !== true)
        report.error(errors.CONFIG_NAME({ name, kind, rule }), {
          path: [section, name],
          place: placeOf(flat, [section, name], 'key'),
        });
  }
  for (const [agent, value] of Object.entries(mapOf(flat.data, 'agents'))) {
    for (const name of Object.keys(mapOf(value, 'params'))) {
      const path = ['agents', agent, 'params', name];
      if (VARIABLE.test(name)) continue;
      report.error(errors.CONFIG_NAME({ name, kind: 'a param', rule: 'letters, digits, hyphens and underscores' }), {
        path,
        place: placeOf(flat, path, 'key'),
      });
    }
  }
}

function mapOf(value: unknown, key: string): Record<string, unknown> {
  const found: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {};
}
