import { serverProblem } from '@loadout/config/documents';
import { REFERENCE } from './written-secret.js';

const TYPES = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'];

/** The reason for leaving out a server of another tool's file: `loadout check` would refuse it. A reference may have any value. */
export function whyUnusable(server: Readonly<Record<string, unknown>>): string | undefined {
  const { type, command, url } = server;
  if (command === undefined && url === undefined)
    return 'the server has neither command nor url; write one of them under mcpServers';
  if (type !== undefined && !TYPES.includes(String(type))) return `the transport ${JSON.stringify(type)} is not known`;
  const filled = typeof url === 'string' ? { ...server, url: url.replace(REFERENCE, 'x') } : server;
  const wrong = serverProblem(filled, { cwd: '/', hidden: true });
  return wrong === undefined || wrong.isWarning === true
    ? undefined
    : `${wrong.at ?? 'the server'} ${wrong.problem}. ${wrong.fix}`;
}
