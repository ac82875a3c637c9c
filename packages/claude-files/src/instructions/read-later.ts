import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isFolder, Report, startOf } from '@loadout/config/documents';
import type { LaterQuery, LaterText } from '@loadout/core/run';
import type { CompatContext } from '../foreign/compat-context.js';
import { projectFoldersDown, type Source, sourcesIn } from './folder-sources.js';
import { isForPath } from './read-source.js';
import { textsOf, type Walk } from './read-texts.js';

/** Returns the texts for a path that a call works on: those of its folders, and of the rules for it, without what was told. */
export async function readLater(path: string, query: LaterQuery): Promise<readonly LaterText[]> {
  const { root, names, heard, globs } = query;
  const at = isFolder(path) ? path : dirname(path);
  if (!existsSync(at)) return [];
  const folder = realpathSync.native(at);
  const context = contextOf(query);
  const target = at === path ? folder : join(folder, basename(path));
  const changed: LaterText[] = [];
  const isMeant = ({ file, rulesOf }: Source) => {
    const paths = globs.get(file);
    return paths === undefined || rulesOf === undefined || isForPath(paths, { path: target, folder: rulesOf });
  };
  const admits: Walk['admits'] = ({ file, rulesOf }, { paths }) => {
    if (paths !== undefined) globs.set(file, paths);
    if (!isMeant({ file, rulesOf })) return false;
    if (!query.mayRead(realpathSync.native(file))) return false;
    if (changedAt(file) <= query.since) return true;
    heard.add(realpathSync.native(file));
    changed.push({ file, name: relative(query.folder, file), reason: reasonOf(file) });
    return false;
  };
  const reasonOf = (file: string): LaterText['reason'] => (globs.has(file) ? 'path_glob_match' : 'nested_traversal');
  const sources = projectFoldersDown(root, folder).flatMap((one) => sourcesIn(one, names, context));
  const texts = await textsOf(sources.filter(isMeant), { ...context, seen: heard, admits, room: query.room, texts: [] });
  return [...texts.map(({ place: { file }, name, text }) => ({ file, name, text, reason: reasonOf(file) })), ...changed];
}

/** The problems of files that come later are not shown: their texts are missing, and a check of the folder tells why. */
export const contextOf = ({ root, folder }: Pick<LaterQuery, 'root' | 'folder'>): CompatContext => ({
  ...{ report: new Report(), folder, root, models: new Set(), shells: [] },
  place: startOf(root),
});

/** The time of the last change, also of a link. Programs can set the time of the content, but not this one. */
const changedAt = (file: string): number => Math.floor(Math.max(lstatSync(file).ctimeMs, statSync(file).ctimeMs));
