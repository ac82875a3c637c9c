import { secretOptions } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import { at, dotted, isText } from '../document/node.js';
import { errors } from '../errors.js';
import { parseTemplate } from '../interpolate/template.js';
import type { CheckContext } from './check-context.js';
import { pathOf, type Target } from './check-options.js';

/**
 * Hides the options that a plugin's schema marks with `secret: true`, and warns about each that is written into the file. Returns
 * their values.
 */
export function takeSecretOptions({ schema, value, base }: Target, context: CheckContext): readonly string[] {
  if (schema === undefined) return [];
  const found = secretOptions(schema, value)
    .map((one) => ({ value: one.value, path: [...base, ...pathOf(one.path, value)] }))
    .filter(({ path }) => !context.failed.has(dotted(path)));
  context.report.hide(found.map((one) => one.value));
  for (const { path } of found) {
    const written = at(context.written, path);
    if (isText(written) && parseTemplate(written.value).every((part) => typeof part === 'string'))
      context.report.warn(errors.CONFIG_SECRET_OPTION({ path: dotted(path) }), { path, place: placeOf(context.flat, path) });
  }
  return found.map((one) => one.value);
}
