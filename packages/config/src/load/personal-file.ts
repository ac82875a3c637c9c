import { basename, dirname, join } from 'node:path';
import { flatten } from '../document/flatten.js';
import { type MapNode, startOf } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { readDocument } from '../read/read-document.js';
import { documents } from '../schema/config-schema.js';
import { stripExtensions } from '../schema/strip-extensions.js';
import { validate } from '../validate/validate.js';
import { isThere } from './find-config.js';
import { misplacedPlaces, personalPlaces } from './personal-places.js';

interface PersonalContext {
  readonly report: Report;
  readonly isOutside: (file: string) => boolean;
}

/** Reads the person's own file beside a configuration, if there is one. Reports the keys that it may not have. */
export async function readPersonal(configFile: string, { report, isOutside }: PersonalContext): Promise<MapNode | undefined> {
  refuseMisplaced(configFile, report);
  const [file, second] = personalPlaces(configFile).filter(isThere);
  if (file === undefined) return undefined;
  const place = startOf(file);
  if (second !== undefined) {
    const names = { folder: dirname(file), first: basename(file), second: basename(second) };
    report.error(errors.CONFIG_PERSONAL_TWICE(names), { path: [], place });
    return undefined;
  }
  if (isOutside(file)) report.conceal(file);
  const document = await readDocument(file, { report, place, mayBeEmpty: true });
  return document === undefined ? undefined : checked(stripExtensions(document), report);
}

/** A deny rule that its owner believes to hold must not be passed over. */
function refuseMisplaced(configFile: string, report: Report): void {
  const file = misplacedPlaces(configFile).find(isThere);
  if (file === undefined) return;
  const names = { file, config: configFile, to: join(dirname(configFile), basename(file)) };
  report.error(errors.CONFIG_PERSONAL_PLACE(names), { path: [], place: startOf(file) });
}

/** Returns the document if it has only the keys of a personal file. A value with `${…}` may have any type until it is filled in. */
function checked(document: MapNode, report: Report): MapNode | undefined {
  const ignore = (value: unknown) => typeof value === 'string' && value.includes('${');
  const context = { schema: documents.personal, title: 'a personal file', failed: new Set<string>(), report, ignore };
  const wrong = validate(flatten(document), context);
  // A value that is ignored here is checked once it is filled in.
  return wrong === undefined || !report.failed ? document : undefined;
}
