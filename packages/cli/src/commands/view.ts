import { resolve } from 'node:path';
import type { Recording } from '@loadout/viewer';
import type { Arguments } from '../arguments/definition.js';
import type { view } from '../arguments/view-definition.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { openSessions } from '../remote/session-source.js';
import { oneLine, printable, printableJson } from '../render/printable.js';
import { onSignals } from '../serve/http/on-signals.js';
import { readPort } from '../serve/read-port.js';
import { openBrowser, seesBrowser } from '../view/open-browser.js';
import { openRecordings } from '../view/open-recordings.js';
import { writePage } from '../view/write-page.js';
import type { Command } from './command.js';

type Flags = Arguments<typeof view>['flags'];

/** Exits with 0 whatever the outcome of the recorded run: the run is shown, not judged. */
export const execute: Command<typeof view> = async ({ positionals, flags }, io) => {
  checkFlags(flags);
  const source = await openSessions(positionals.length === 0 ? ['latest'] : positionals, { flags, io, command: 'view' });
  const { sessions, secrets, given } = source;
  const ending = new AbortController();
  let recordings: readonly Recording[] = [];
  let following: Promise<void> | undefined;
  try {
    recordings = await openRecordings(given, { cwd: io.cwd, sessions, env: io.env });
    if (flags.export !== undefined) {
      const wish = { io, secrets, whole: flags.whole, results: !flags['no-results'] };
      await writePage(resolve(io.cwd, flags.export), recordings, wish);
    } else if (flags.json) printTrajectories(recordings, io);
    else {
      following = source.follow(ending.signal);
      await serve(recordings, { flags, io });
    }
  } finally {
    ending.abort();
    await following;
    for (const recording of recordings) await recording.close();
    source.close();
  }
  return 0;
};

/** Throws USAGE_FLAGS_TOGETHER and USAGE_FLAG_ALONE for flags that would do nothing. */
function checkFlags(flags: Flags): void {
  const { json, export: file, port, 'no-open': closed, whole, 'no-results': bare } = flags;
  const named = [
    ...(json ? ['--json'] : []),
    ...(file === undefined ? [] : ['--export']),
    ...(port === undefined ? [] : ['--port']),
    ...(closed ? ['--no-open'] : []),
  ];
  if (named.length > 1 && (json || file !== undefined)) throw errors.USAGE_FLAGS_TOGETHER({ flags: named });
  if (file !== undefined) return;
  if (whole) throw errors.USAGE_FLAG_ALONE({ flag: '--whole', needs: '--export' });
  if (bare) throw errors.USAGE_FLAG_ALONE({ flag: '--no-results', needs: '--export' });
}

/** Prints the trajectory; a list of two if two are compared. */
function printTrajectories(recordings: readonly Recording[], io: Io): void {
  const all = recordings.map(({ trajectory }) => trajectory);
  io.out(`${printableJson(all.length === 1 ? all[0] : all, 2)}\n`);
}

/** Serves the page until a signal ends it. */
async function serve(recordings: readonly Recording[], { flags, io }: { readonly flags: Flags; readonly io: Io }): Promise<void> {
  const { pageHtml, serveRecordings } = await import('@loadout/viewer');
  const port = flags.port === undefined ? undefined : readPort(flags.port);
  const onFault = (error: unknown) => io.tell(`note: ${printable(String(error))}\n`);
  const viewer = await serveRecordings(recordings, { page: pageHtml(), port, onFault });
  const signals = onSignals(io, { busy: () => 0, interrupt: () => {} });
  const names = recordings.map(({ trajectory }) => oneLine(trajectory.head.id)).join(' and ');
  io.tell(`Showing ${names} at this address, which opens once. Ctrl+C ends the viewer.\n`);
  io.out(`${viewer.url}\n`);
  if (!flags['no-open'] && seesBrowser(io)) openBrowser(viewer.url, io);
  await signals.first;
  await viewer.close();
  signals.release();
}
