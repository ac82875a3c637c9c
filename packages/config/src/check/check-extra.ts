import { reservedFields, serverToolEntries } from '@loadout/models';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import type { CheckContext } from './check-context.js';

/** Reports fields of `extra` that are never sent: those that Loadout sets, and functions among the tools of the provider. */
export function checkExtra({ document, report, flat, failed }: CheckContext): void {
  for (const [alias, { extra }] of Object.entries(document.models ?? {})) {
    if (typeof extra !== 'object' || extra === null) continue;
    const base = ['models', alias, 'extra'];
    const tell = (inside: Path, instead: string) => {
      const path = [...base, ...inside];
      if (failed.has(dotted(path))) return;
      report.error(errors.CONFIG_EXTRA_FIELD({ path: dotted(path), instead }), { path, place: placeOf(flat, path) });
    };
    for (const { path, instead } of reservedFields(extra)) tell(path, instead);
    const sent = new Set(serverToolEntries(extra));
    const listed: readonly unknown[] = Array.isArray(extra.tools) ? extra.tools : [];
    for (const [index, tool] of listed.entries()) if (!sent.has(tool)) tell(['tools', index], 'a plugin with the tool');
  }
}
