import { type AnyTool, defineTool, type RunSetting, RunSettings, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';

const inputSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', description: 'get, set or list' },
    key: { type: 'string', description: 'For get and set' },
    value: { description: 'For set; null goes back to the configured value' },
  },
  required: ['action'],
  additionalProperties: false,
} as const;

interface ConfigInput {
  readonly action: string;
  readonly key?: string | undefined;
  readonly value?: unknown;
}

export function configTool(): AnyTool {
  return defineTool({
    name: 'Config',
    description:
      'Reads and changes the settings of this run that you may change; list shows them with their meaning. A change lasts until the run ends.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isReadOnly: ({ action }) => action !== 'set',
    access: ({ action }) => (action === 'set' ? [{ kind: 'session' }] : []),
    validateInput: configProblem,
    call,
  });
}

function configProblem({ action, key, value }: ConfigInput): string | undefined {
  if (!['get', 'set', 'list'].includes(action)) return `Unknown action ${JSON.stringify(action)}. Use get, set or list.`;
  if (action === 'list') return undefined;
  if (key === undefined || key === '') return 'key required for get/set.';
  if (action === 'set' && value === undefined) return 'value required for set; null goes back to what the configuration says.';
  return undefined;
}

function call({ action, key = '', value }: ConfigInput, context: ToolContext) {
  const settings = context.get(RunSettings);
  if (action === 'list') {
    const list = settings.list();
    return {
      content: list.map(line).join('\n') || 'No setting of this run may be changed.',
      structuredContent: { settings: list },
    };
  }
  const before = find(key, settings);
  if (action === 'get') return { content: line(before), structuredContent: { key, value: before.value } };
  settings.set(key, value);
  const after = find(key, settings);
  return {
    content: `${key} is now ${asText(after.value)}; it was ${asText(before.value)}.`,
    structuredContent: { key, value: after.value, previous: before.value },
  };
}

function find(key: string, settings: RunSettings): RunSetting {
  const list = settings.list();
  const found = list.find((setting) => setting.key === key);
  if (found === undefined) throw errors.SETTING_UNKNOWN({ key, keys: list.map((setting) => setting.key) });
  return found;
}

const line = ({ key, value, values, description }: RunSetting) =>
  `${key} = ${asText(value)}${values === undefined ? '' : ` (one of ${values.map(asText).join(', ')})`}: ${description}`;

const asText = (value: unknown) => (value === undefined ? '(not set)' : JSON.stringify(value));
