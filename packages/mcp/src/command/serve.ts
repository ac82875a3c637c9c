import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import {
  agentArgument,
  type CommandHost,
  configFlags,
  defineCommand,
  logFlag,
  ruleFlags,
  type ServedTools,
} from '@loadout/core/commands';
import { serveHttp } from '../serve/serve-http.js';
import { serveStdio } from '../serve/serve-stdio.js';

const definition = {
  name: 'serve mcp',
  group: 'share',
  summary: "Serve an agent's tools, and the agent itself as agent_prompt, to MCP clients.",
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    { name: 'plugin', value: 'NAME', help: 'Serve only the tools of this plugin, given by its mount name or package.' },
    ...ruleFlags,
    { name: 'http', help: 'Serve over HTTP on 127.0.0.1 instead of standard input and output.' },
    { name: 'port', value: 'PORT', form: 'port', needs: 'http', help: 'The port for --http. Default: any free port.' },
    {
      name: 'token-env',
      value: 'NAME',
      needs: 'http',
      help: 'The variable that holds the token for --http. Default: a new token, printed once.',
    },
    logFlag,
  ],
  details: [
    "Calls run under the agent's own rules and hooks. Nobody can be asked, so a call that needs approval is denied with the reason.",
    'Standard output carries only the protocol. The server ends when its client disconnects, or on Ctrl+C.',
  ],
  examples: ['reviewer --allow Read', '--plugin fs'],
} as const;

/** Serves MCP clients. Exits with 0, whether the client disconnects or a signal arrives. */
export default defineCommand(definition, async ({ positionals: [agent], flags }, host) => {
  const variable = flags['token-env'];
  const given = variable === undefined ? undefined : host.token(variable);
  const port = flags.port === undefined ? undefined : Number(flags.port);
  host.keepServing();
  const served = await host.serveAgent(flags, { agent, plugin: flags.plugin });
  try {
    await (flags.http ? overHttp(served, { host, given, port }) : overStdio(served, host));
  } finally {
    await served.close();
  }
  return 0;
});

async function overStdio(served: ServedTools, { frames, signal, tell, isTyped }: CommandHost): Promise<void> {
  const stdin = Readable.from(frames.input, { objectMode: false });
  const stdout = new Writable({
    decodeStrings: false,
    write: (frame: string | Buffer, _encoding, done) => frames.write(frame.toString(), done),
  });
  if (isTyped) tell('note: Waiting for an MCP client on standard input. Ctrl+C ends the server.\n');
  await serveStdio(served, { stdin, stdout, signal, onFault: ({ message }) => tell(`note: ${message}\n`) });
}

interface HttpWish {
  readonly host: CommandHost;
  readonly given: string | undefined;
  readonly port: number | undefined;
}

async function overHttp(served: ServedTools, { host: { signal, tell }, given, port }: HttpWish): Promise<void> {
  const token = given ?? randomBytes(32).toString('base64url');
  const endpoint = await serveHttp(served, { token, port, onFault: ({ message }) => tell(`note: ${message}\n`) });
  tell(`Serving ${served.name} at ${endpoint.url}\n`);
  if (given === undefined) tell(`Token: ${token}\n`);
  try {
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await endpoint.close();
  }
}
