import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { after } from '@loadout/node';
import { hasGroups, ownMemory, signalGroup } from '@loadout/node/platform';
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

/** Why it was ended before its time. */
export type Ending = 'time' | 'output' | 'memory' | undefined;

export interface RipgrepEnd {
  /** 0: something matched, 1: nothing, 2: an error. `null` when it was ended early. */
  readonly code: number | null;
  /** The message of ripgrep about its arguments. */
  readonly diagnostic: string;
  /** How many files or folders it could not read. */
  readonly unreadable: number;
  readonly ended: Ending;
}

const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_DIAGNOSTIC = 4000;
/**
 * The memory limit of ripgrep, which keeps a whole line in memory, even one of a gigabyte. With mapped files, only a folder with
 * very many names needs more.
 */
const MOST_MEMORY = 64 * 1024 * 1024;
const MOST_MEMORY_MAPPED = 1024 * 1024 * 1024;

/** Runs one search and hands out its records as they come. Nothing of it is left running when this settles. */
export function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  if (run.signal.aborted) return Promise.reject(errors.SEARCH_INTERRUPTED({}));
  const child = spawn(run.program, run.args, {
    cwd: run.cwd,
    env: { ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups(),
  });
  return new Promise((settle, fail) => {
    const refused = (cause: Error) => fail(errors.SEARCH_REFUSED({ diagnostic: cause.message }, { cause }));
    // Without a descriptor to spare it has no streams, and the error is on its way.
    if (child.pid === undefined) return void child.once('error', refused);
    let ended: Ending;
    const stop = () => killGroup(child);
    const end = (why: Ending) => {
      ended ??= why;
      stop();
    };
    const cancel = after(run.timeoutMs, () => end('time'));
    const limit = run.args.includes('--mmap') ? MOST_MEMORY_MAPPED : MOST_MEMORY;
    const unwatch = watchMemory(child.pid, { limit, onOver: () => end('memory') });
    run.signal.addEventListener('abort', stop, { once: true });
    const records = splitRecords(run.separator, { record: run.onRecord, enough: stop });
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      if (ended === undefined) records.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_OUTPUT) end('output');
    });
    const complaints = readComplaints(child);
    const done = () => {
      cancel();
      unwatch();
      run.signal.removeEventListener('abort', stop);
    };
    child.once('error', (cause) => {
      done();
      refused(cause);
    });
    child.once('close', (code, signal) => {
      done();
      if (run.signal.aborted) return fail(errors.SEARCH_INTERRUPTED({}));
      if (signal !== null && !child.killed) return fail(errors.SEARCH_BROKEN({ signal }));
      // The last record of a run that was ended is a torn one.
      if (ended === undefined) records.end();
      settle({ code, ...complaints(), ended });
    });
  });
}

/** Complaints about files are counted, however many come; the rest is kept, up to a limit. */
function readComplaints({ stderr }: ChildProcess): () => Pick<RipgrepEnd, 'diagnostic' | 'unreadable'> {
  let diagnostic = '';
  let unreadable = 0;
  const lines = splitRecords('\n', {
    record: (line) => {
      if (/\(os error \d+\)$/.test(line)) unreadable += 1;
      else diagnostic = `${diagnostic}${line}\n`.slice(0, MOST_DIAGNOSTIC);
      return true;
    },
    enough: () => {},
  });
  stderr?.on('data', lines.push);
  return () => {
    lines.end();
    return { diagnostic: diagnostic.trim(), unreadable };
  };
}

/** Ends the program and what it started, and marks it as killed from here. */
function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  child.kill('SIGKILL');
}

/** Cuts a stream into records, up to the one after which no more are wanted. */
function splitRecords(
  separator: string,
  on: {
    /** Takes one record. `false`: no more are wanted. */
    readonly record: (record: string) => boolean;
    readonly enough: () => void;
  },
): { push(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isWanted = true;
  const take = (record: string) => {
    isWanted = on.record(record);
    if (!isWanted) on.enough();
  };
  return {
    push(chunk) {
      if (!isWanted) return;
      const text = rest + decoder.write(chunk);
      let from = 0;
      for (let end = text.indexOf(separator); end !== -1 && isWanted; end = text.indexOf(separator, from)) {
        take(text.slice(from, end));
        from = end + 1;
      }
      rest = text.slice(from);
    },
    end() {
      if (isWanted && rest !== '') take(rest);
    },
  };
}

const EVERY_MS = 40;

/**
 * Calls `onOver` when a process has more than `limit` bytes of its own; pages of files do not count. Where the system has no
 * /proc nothing is watched.
 */
function watchMemory(pid: number, { limit, onOver }: { readonly limit: number; readonly onOver: () => void }): () => void {
  if (ownMemory(process.pid) === undefined) return () => {};
  const timer = setInterval(() => {
    if ((ownMemory(pid) ?? 0) > limit) {
      clearInterval(timer);
      onOver();
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
