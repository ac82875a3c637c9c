/** The client under test: connects the server whose address is its last argument, logs in if needed, and calls each tool once. */
import { createMcpConnections, logIn } from '@loadout/mcp';
import { testContext } from '@loadout/testing';

const { client_id: clientId, client_secret: clientSecret } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const oauth = clientId === undefined ? {} : { oauth: { clientId, clientSecret } };
const config = { url: process.argv.at(-1), start: 'required', ...oauth };
const context = testContext();
const stateDir = context.artifactDir;
const connections = createMcpConnections({
  servers: { server: config },
  cwd: context.cwd,
  env: {},
  stateDir,
  // A person who agrees and fills in no field.
  answers: { elicit: async () => ({ action: 'accept', content: {} }) },
  onNotice: ({ message }) => console.error(message),
});

const state = () => connections.status()[0].state;

/** The suite's login pages agree at once and redirect back. */
async function connect() {
  try {
    await connections.ready();
  } catch (error) {
    if (state() !== 'needs-auth') throw error;
    await logIn('server', { config, stateDir, openUrl: async (url) => void (await fetch(url)) });
    await connections.reconnect('server');
  }
}

const SAMPLES = { number: 1, integer: 1, string: 'text', boolean: true, array: [], object: {} };
const sampleInput = ({ properties = {} }) =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, SAMPLES[type]]));

try {
  await connect();
  for (const tool of connections.tools()) {
    const result = await tool.call(sampleInput(tool.inputSchema.json ?? tool.inputSchema), context);
    if (result.isError) throw new Error(`${tool.name}: ${JSON.stringify(result.content)}`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await connections.close();
  context.dispose();
}
