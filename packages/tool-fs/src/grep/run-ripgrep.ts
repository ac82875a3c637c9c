import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { errors } from '../errors.js';

export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Records end with this. */
  readonly separator: '\n' | '\0';
  /** Takes one record. `false` ends the search: enough is known. */
  readonly onRecord: (record: string) => boolean;
}

export interface RipgrepEnd {
  /** 0: something matched, 1: nothing, 2: an error. `null` when it was ended early. */
  readonly code: number | null;
  readonly diagnostic: string;
  readonly timedOut: boolean;
  /** The output was more than is kept in memory. */
  readonly overflowed: boolean;
}

const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_DIAGNOSTIC = 4000;

/** Runs one search and hands out its records as they come. Nothing of it is left running when this settles. */
export function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  if (run.signal.aborted) return Promise.reject(errors.SEARCH_INTERRUPTED({}));
  const child = spawn(run.program, run.args, {
    cwd: run.cwd,
    env: run.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  return new Promise((settle, fail) => {
    let timedOut = false;
    let overflowed = false;
    let diagnostic = '';
    const stop = () => killGroup(child);
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, run.timeoutMs);
    run.signal.addEventListener('abort', stop, { once: true });
    const records = splitRecords(run, {
      stop,
      overflow: () => {
        overflowed = true;
        stop();
      },
    });
    child.stdout.on('data', records.push);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      diagnostic = (diagnostic + text).slice(0, MOST_DIAGNOSTIC);
    });
    const done = () => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', stop);
    };
    child.once('error', (cause) => {
      done();
      fail(errors.SEARCH_REFUSED({ diagnostic: cause.message }, { cause }));
    });
    child.once('close', (code) => {
      done();
      if (run.signal.aborted) return fail(errors.SEARCH_INTERRUPTED({}));
      records.end();
      settle({ code, diagnostic: diagnostic.trim(), timedOut, overflowed });
    });
  });
}

/** Cuts the stream into records, up to the one after which no more are wanted. */
function splitRecords(
  run: Pick<RipgrepRun, 'separator' | 'onRecord'>,
  on: { readonly stop: () => void; readonly overflow: () => void },
) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let chars = 0;
  let isWanted = true;
  const take = (record: string) => {
    isWanted = run.onRecord(record);
    if (!isWanted) on.stop();
  };
  return {
    push(chunk: Buffer) {
      if (!isWanted) return;
      chars += chunk.length;
      const records = (rest + decoder.write(chunk)).split(run.separator);
      rest = records.pop() ?? '';
      for (const record of records) if (isWanted) take(record);
      if (isWanted && chars > MOST_OUTPUT) {
        isWanted = false;
        on.overflow();
      }
    },
    end() {
      if (isWanted && rest !== '') take(rest);
    },
  };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
