import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { endTree, type ProcessTree } from '@loadout/node';
import { errors } from '../errors.js';
import { GRACE } from './grace.js';
import type { RunningShell, ShellExit, ShellStart } from './running-shell.js';

const COLUMNS = 120;
const ROWS = 30;

/**
 * Starts a shell on a terminal of its own. The output has no control codes, and stdout and stderr are one stream. Needs
 * @lydell/node-pty.
 */
export async function startOnTerminal(start: ShellStart): Promise<RunningShell> {
  const { spawn } = await loadPty();
  const terminal = spawn(start.file, [...start.args], {
    name: 'xterm-256color',
    cols: COLUMNS,
    rows: ROWS,
    cwd: start.cwd,
    env: { ...start.env, TERM: 'xterm-256color', PAGER: 'cat', GIT_PAGER: 'cat' },
  });
  const plain = createPlainText((text) => start.onOutput(Buffer.from(text), 'stdout'));
  terminal.onData((data) => plain.push(data));
  const ended = new Promise<ShellExit>((settle) =>
    terminal.onExit(({ exitCode, signal }) => {
      plain.end();
      const killedBy = signal ? signalName(signal) : undefined;
      settle({ exitCode: killedBy === undefined ? exitCode : 128 + (signal ?? 0), killedBy, killedStragglers: false });
    }),
  );
  const tree: ProcessTree = { pid: terminal.pid, tag: start.runId };
  return {
    ended,
    // The terminal ends with its shell, and every process on the terminal ends too.
    keepStragglers: () => {},
    async stop() {
      await endTree(tree, GRACE);
      await ended;
    },
  };
}

async function loadPty(): Promise<typeof import('@lydell/node-pty')> {
  try {
    return await import('@lydell/node-pty');
  } catch (cause) {
    throw errors.SHELL_PTY_MISSING({ reason: (cause as Error).message.split('\n')[0] ?? '' }, { cause });
  }
}

/** Removes control codes. A code may arrive in two pieces, so an incomplete line waits for the rest. */
function createPlainText(onText: (text: string) => void) {
  let open = '';
  return {
    push(data: string) {
      const text = open + data;
      const end = text.lastIndexOf('\n') + 1;
      open = text.slice(end);
      if (end > 0) onText(withoutCodes(text.slice(0, end)));
    },
    end() {
      if (open !== '') onText(withoutCodes(open));
      open = '';
    },
  };
}

const withoutCodes = (text: string) => stripVTControlCharacters(text).replaceAll('\r\n', '\n');

const signalName = (number: number) =>
  (Object.keys(constants.signals) as NodeJS.Signals[]).find((name) => constants.signals[name] === number);
