import { relative, sep } from 'node:path';
import type { Room, TestFailure } from './room.js';
import type { PlacedFailure } from './runs/test-report.js';
import type { LoadedTest } from './tests/loaded-test.js';

type Folders = Pick<Room, 'folder' | 'configDir' | 'root'>;

/** Gives a failure its place in the file, and paths that do not depend on this run. */
export function placedFailure(
  { position, path, ...failure }: TestFailure,
  { test, room }: { readonly test: LoadedTest; readonly room: Folders },
): PlacedFailure {
  const at = position ?? (path.length === 0 ? test.position : test.at(path));
  const { message, detail, expected, actual, fix, notices } = failure;
  const short = (text: string) => shortPaths(text, room);
  return {
    ...failure,
    message: short(message),
    ...(detail === undefined ? {} : { detail: detail.map(short) }),
    ...(expected === undefined ? {} : { expected: short(expected) }),
    ...(actual === undefined ? {} : { actual: short(actual) }),
    ...(fix === undefined ? {} : { fix: short(fix) }),
    ...(notices === undefined ? {} : { notices: notices.map(short) }),
    path,
    file: shownFile(at.file, room.root),
    line: at.line,
    column: at.column,
    frame: test.frame(at),
  };
}

/** Removes the folders of the run and of the configuration from the paths in a text. */
function shortPaths(text: string, { folder, configDir, root }: Folders): string {
  const runs = new RegExp(`${escaped(folder.root)}/\\d+/(workspace|home|state)(/|(?![\\w-]))`, 'g');
  const relativeToRun = text.replace(runs, (_, name: string, end: string) =>
    name !== 'workspace' ? `<${name}>${end}` : end === '/' ? '' : '.',
  );
  return [configDir, root].reduce((rest, dir) => (dir === '/' ? rest : rest.replaceAll(`${dir}/`, '')), relativeToRun);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const shownFile = (file: string, root: string) => relative(root, file).split(sep).join('/');
