import { relative } from 'node:path';
import { errors as configErrors } from '@loadout/config';
import { dotted, isFileless, type LeftOut, type Path, type Place, type Report } from '@loadout/config/documents';
import { errors } from '../errors.js';

interface Loss {
  readonly path: Path;
  /** The words for the part. Default: its path. */
  readonly key?: string | undefined;
  readonly place: Place;
  readonly problem: string;
  readonly fix?: string | undefined;
}

interface Told {
  readonly report: Report;
  /** The folder of the configuration, from which files are named. */
  readonly folder: string;
  readonly isChecked?: boolean | undefined;
}

interface Refusal extends Omit<Loss, 'fix'> {
  /** Set for a part that is refused because the rest needs it. */
  readonly restrictsNothing?: true | undefined;
}

/** Reports a part of another tool's file that restricts what may happen and cannot be read. Losing it would allow more (GAP-A2). */
export function refuse({ path, key = dotted(path), place, ...refusal }: Refusal, context: Told): undefined {
  context.report.error(errors.CONFIG_COMPAT_GUARD({ file: nameOf(place, context), key, ...refusal }), { path, place });
  return undefined;
}

/** Reports a value that is not quite what its own tool asks for, and its meaning here. */
export function sayRead(
  {
    path,
    place,
    key = dotted(path),
    ...read
  }: { path: Path; place: Place; key?: string; found: string; as: string; fix: string },
  context: Told,
): void {
  context.report.warn(errors.CONFIG_COMPAT_READ({ ...read, key, file: nameOf(place, context) }), { path, place });
}

function nameOf(place: Place, { folder }: Told): string {
  const near = isFileless(place) ? place.file : relative(folder, place.file);
  return near.startsWith('../') ? place.file : near;
}

/** Reports a part of another tool's file that has a problem and is left out. The rest of the file is used. */
export function sayLeftOut({ path, place, problem: { message, fix } }: LeftOut, context: Told): void {
  const key = dotted(path);
  const said = message.startsWith(`${key} `) ? `it${message.slice(key.length)}` : message;
  lose({ path, place, problem: said.replace(/\.$/, ''), fix }, context);
}

/** Reports a key of another tool's file that Loadout does not support, and ignores the key. The rest of the file is used. */
export function lose({ path, key = dotted(path), place, problem, fix }: Loss, context: Told): undefined {
  context.report.warn(errors.CONFIG_COMPAT_LOST({ file: nameOf(place, context), key, problem, fix }), { path, place });
  return undefined;
}

/** Reports a part that no program can read: its author is told an error, and who uses the file a warning. */
export function loseBroken(loss: Loss, context: Told): undefined {
  if (context.isChecked !== true) return lose(loss, context);
  const { path, place, key = dotted(path), problem, fix } = loss;
  context.report.error(configErrors.CONFIG_VALUE_REFUSED({ path: key, problem: `cannot be read: ${problem}`, fix }), {
    path,
    place,
  });
  return undefined;
}
