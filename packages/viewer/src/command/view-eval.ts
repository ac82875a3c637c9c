import { resolve } from 'node:path';
import type { CommandHost } from '@loadout/core/commands';
import { homeOf } from '@loadout/node';
import type { Secrets } from '@loadout/runner';
import { evalPage } from '../evals/eval-page.js';
import { readEval } from '../evals/read-eval.js';
import { serveEval } from '../evals/serve-eval.js';
import { exportData } from '../export/export-data.js';
import { pageHtml } from '../export/page-html.js';
import { shown } from './open-browser.js';
import { openRecordings } from './open-recordings.js';

interface EvalView {
  readonly host: CommandHost;
  readonly secrets: Secrets;
  /** The file for the page. Absent: it is served until a signal. */
  readonly export?: string | undefined;
  readonly port?: number | undefined;
  readonly opens: boolean;
}

/** Shows results of an eval: a cell for each case and variant, which opens its run. */
export async function viewEval(file: string, { host, secrets, export: page, port, opens }: EvalView): Promise<void> {
  const results = readEval(file);
  const redact = (text: string) => host.redact(text);
  if (page !== undefined) {
    host.write(resolve(host.cwd, page), evalPage(results, { redact }));
    host.tell(`Wrote ${resolve(host.cwd, page)}.\n`);
    return;
  }
  const onFault = (error: unknown) => host.tell(`note: ${String(error)}\n`);
  const pageOf = (session: string) => sessionPage(session, { host, secrets });
  const viewer = await serveEval(results, { file, port, redact, pageOf, onFault });
  host.tell('Showing an eval at this address. Ctrl+C ends the viewer.\n');
  await shown(viewer, { host, opens });
}

async function sessionPage(session: string, { host, secrets }: Pick<EvalView, 'host' | 'secrets'>): Promise<string> {
  const recordings = await openRecordings([session]);
  try {
    return pageHtml(await exportData(recordings, { now: Date.now(), secrets, home: homeOf(host.env) }));
  } finally {
    for (const recording of recordings) await recording.close();
  }
}
