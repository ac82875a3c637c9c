import { spawn } from 'node:child_process';
import type { ChatHost } from '../chat-host.js';

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
    command: (words) => {
      const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
      const child = spawn(file, [...before, ...words], { cwd, env: { ...env, NO_COLOR: '1' }, stdio });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => resolve({ code: code ?? 1, text: redact(text) }));
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
