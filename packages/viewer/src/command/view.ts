import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordedFile } from '@loadout/command/runs';
import { type CommandHost, configFlags, defineCommand, engineFlag, jsonFlag } from '@loadout/core/commands';
import { isEvalFile } from '../evals/read-eval.js';
import { pageHtml } from '../export/page-html.js';
import type { Recording } from '../model/recording.js';
import { type ServeOptions, serveRecordings } from '../server/serve-recordings.js';
import { shown } from './open-browser.js';
import { openRecordings } from './open-recordings.js';
import { viewEval } from './view-eval.js';
import { isOfProject, rulesOf } from './view-rules.js';
import { writePage } from './write-page.js';

const recording = {
  optional: true,
  help: 'A session id, latest, or a file: a session, a trace.jsonl, the output of --output stream-json, a transcript of Claude Code, OTLP spans as lines of JSON, or results of loadout eval.',
} as const;

const definition = {
  name: 'view',
  group: 'look',
  summary: 'Show a run as a page in your browser: each step, the rule that decided it, its cost and its time.',
  positionals: [
    { name: 'session', ...recording, help: `${recording.help} Default: latest.` },
    { name: 'other', optional: true, help: 'A second recording, to compare the two.' },
  ],
  flags: [
    ...configFlags,
    {
      name: 'export',
      value: 'FILE',
      excludes: ['port', 'no-open'],
      help: 'Write one HTML file that opens without a server, instead of serving the page.',
    },
    { name: 'whole', needs: 'export', help: 'With --export: keep long results, large files, pictures and the raw records.' },
    { name: 'no-results', needs: 'export', help: 'With --export: leave out the results of calls.' },
    { name: 'no-open', help: 'Print the address and do not open a browser.' },
    engineFlag,
    { name: 'port', value: 'PORT', form: 'port', help: 'The port on 127.0.0.1. Default: any free port.' },
    { ...jsonFlag, excludes: ['export', 'port', 'no-open'] },
  ],
  details: [
    'The page follows a session that is still running. The address holds a token that opens the page once. Nothing can be changed through the page, and nothing leaves this machine. Ctrl+C ends the server.',
    'An export has no declared secrets, no keys of a known form and no path of your home folder. Everything else that the agent read or wrote may be in it: look before you share it.',
  ],
  examples: ['latest --export run.html'],
} as const;

/** Exits with 0 whatever the outcome of the recorded run: the run is shown, not judged. */
export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const source = await host.sessions(positionals.length === 0 ? ['latest'] : positionals, flags);
  const ending = new AbortController();
  let recordings: readonly Recording[] = [];
  let following: Promise<void> | undefined;
  try {
    const { sessions, given } = source;
    const files = given.map((one) => recordedFile(one, { cwd: host.cwd, sessions, env: host.env }));
    const [first] = files;
    if (first !== undefined && files.length === 1 && statSync(first).isFile() && isEvalFile(first)) {
      const port = flags.port === undefined ? undefined : Number(flags.port);
      await viewEval(first, { host, secrets: source.secrets, export: flags.export, port, opens: !flags['no-open'] });
      return 0;
    }
    recordings = await openRecordings(files);
    if (flags.export !== undefined) {
      const { env, tell, write } = host;
      const wish = { env, tell, write, secrets: source.secrets, whole: flags.whole, results: !flags['no-results'] };
      await writePage(resolve(host.cwd, flags.export), recordings, wish);
    } else if (flags.json) printTrajectories(recordings, host);
    else {
      following = source.follow(ending.signal);
      const isOwn = !flags.engine && isOfProject(files, source);
      await serve(recordings, {
        host,
        rules: isOwn ? rulesOf({ host, flags, onFault: (error) => tellFault(error, host) }) : undefined,
        port: flags.port === undefined ? undefined : Number(flags.port),
        opens: !flags['no-open'],
      });
    }
  } finally {
    ending.abort();
    await following;
    for (const opened of recordings) await opened.close();
    source.close();
  }
  return 0;
});

/** Prints the trajectory; a list of two if two are compared. */
function printTrajectories(recordings: readonly Recording[], host: CommandHost): void {
  const all = recordings.map(({ trajectory }) => trajectory);
  host.json(all.length === 1 ? all[0] : all);
}

interface Serving {
  readonly host: CommandHost;
  readonly port: number | undefined;
  readonly opens: boolean;
  readonly rules: ServeOptions['rules'];
}

const tellFault = (error: unknown, host: CommandHost): void => host.tell(`note: ${String(error)}\n`);

/** Serves the page until a signal ends it. */
async function serve(recordings: readonly Recording[], { host, port, opens, rules }: Serving): Promise<void> {
  const onFault = (error: unknown) => tellFault(error, host);
  const viewer = await serveRecordings(recordings, { page: pageHtml(), port, rules, onFault });
  const names = recordings.map(({ trajectory }) => trajectory.head.id.replace(/\s+/g, ' ').slice(0, 80)).join(' and ');
  host.tell(`Showing ${names} at this address, which opens once. Ctrl+C ends the viewer.\n`);
  await shown(viewer, { host, opens });
}
