import { isObject } from '@loadout/core';
import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';

const USE = '@loadout/tool-script';

const definition = {
  name: 'tools run',
  group: 'look',
  summary: 'Call a tool that the configuration declares, by hand and without a model.',
  positionals: [{ name: 'tool', help: 'The name of the tool under tools.' }],
  flags: [
    ...configFlags,
    { name: 'agent', value: 'NAME', help: 'The agent whose rules apply. Optional if the configuration has one agent.' },
    { name: 'input', value: 'JSON', help: 'The input, as a model would send it. Default: {}.' },
    jsonFlag,
  ],
  details: [
    'Typing the command allows the call. Deny and ask rules still apply. Exits with 1 if the call fails, and with 4 if it is denied.',
  ],
  examples: [`deploy --input '{"env":"staging"}'`],
} as const;

/** Calls one tool once, with its own rules, sandbox and limits. */
export default defineCommand(definition, async ({ positionals: [tool = ''], flags }, host) => {
  const input = inputIn(flags.input ?? '{}');
  const { plan, disabled, refuse } = await host.load(flags);
  if (disabled('tools').includes(tool)) refuse(`tools.${tool}`);
  const mounts = plan.plugins.filter(({ use }) => use === USE);
  const namesOf = ({ options }: (typeof mounts)[number]) => Object.keys(options.tools ?? {});
  const mount = mounts.find((one) => namesOf(one).includes(tool))?.mount;
  if (mount === undefined) throw errors.SCRIPT_TOOL_UNKNOWN({ name: tool, known: mounts.flatMap(namesOf) });
  const served = await host.serveAgent({ ...flags, allow: [tool] }, { agent: flags.agent, plugin: mount });
  const { signal } = host;
  try {
    const session = await served.open({ toolsChanged: () => {} });
    try {
      if (!session.pool.tools.some(({ name }) => name === tool))
        throw errors.SCRIPT_TOOL_LEFT_OUT({ name: tool, agent: flags.agent ?? Object.keys(plan.agents).join() });
      const { result, code } = await session.call({ name: tool, input, signal });
      const text = result.typedContent.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      if (flags.json) host.json({ isError: result.isError, text, structuredContent: result.structuredContent });
      else (result.isError ? host.tell : host.out)(text.endsWith('\n') ? text : `${text}\n`);
      return code === 'PERMISSION_DENIED' ? 4 : result.isError ? 1 : 0;
    } finally {
      await session.close();
    }
  } finally {
    await served.close();
  }
});

function inputIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // A text that is not JSON is no object either.
  }
  throw errors.SCRIPT_INPUT({ text });
}
