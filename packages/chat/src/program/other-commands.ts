import { spawn } from 'node:child_process';
import { onAbort } from '@loadout/core/run';
import type { ChatHost, CommandEnd } from '../chat-host.js';

/** The time that an interrupted command has to end in order. */
const GRACE_MS = 2_000;

interface Place {
  /** The words that start Loadout in a process of its own. */
  readonly program: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hides the declared secrets. */
  readonly redact: (text: string) => string;
}

/** The other commands of Loadout, each in a process of its own. */
export function otherCommands({ program, cwd, env, redact }: Place): Pick<ChatHost, 'command' | 'startView'> {
  const [file = '', ...before] = program;
  return {
    command: (words, signal) => {
      const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
      const child = spawn(file, [...before, ...words], { cwd, env: { ...env, NO_COLOR: '1' }, stdio });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      let late: NodeJS.Timeout | undefined;
      const interrupt = () => {
        child.kill('SIGINT');
        // A second signal ends it at once, with all that it started.
        late = setTimeout(() => child.kill('SIGINT'), GRACE_MS);
      };
      const release = onAbort(signal, interrupt);
      return new Promise<CommandEnd>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) =>
          resolve({ code: code ?? 1, text: redact(text) + (signal.aborted ? 'The command was interrupted.\n' : '') }),
        );
      }).finally(() => {
        release();
        clearTimeout(late);
      });
    },
    startView: (sessionId) => {
      const child = spawn(file, [...before, 'view', sessionId], { cwd, env, stdio: 'ignore' });
      child.on('error', () => {});
      process.once('exit', () => child.kill());
      return 'The session opens in your browser, and goes on there.\n';
    },
  };
}
