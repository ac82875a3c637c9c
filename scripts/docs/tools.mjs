import { cell, code, page, table } from './markdown.mjs';
import { schemaTable } from './schema-table.mjs';

/** docs/reference/tools.md: the plugins with their parts, from `{ name, json, plugin, parts, optionsSchema }` each. */
export function toolsPage(plugins) {
  return page('Tools', [
    'What the model sees of each tool. A plugin is mounted under `plugins:` in the configuration.',
    ...plugins.filter(({ parts }) => (parts.tools ?? []).length > 0).flatMap(section),
  ]);
}

function section(offer) {
  const options = optionsTable(offer);
  return [
    `## ${offer.json.name}`,
    toolsTable(offer),
    ...offer.parts.tools.map((tool) => `### ${tool.name}\n\n${prose(tool.description)}\n\n${inputTable(tool)}`),
    options === '' ? '' : `### Options of ${offer.json.name}\n\n${options}`,
  ];
}

export function toolsTable({ parts }) {
  const rows = (parts.tools ?? []).map((tool) => [
    code(tool.name),
    (tool.aliases ?? []).map(code).join(', '),
    flagName(tool.isReadOnly ?? tool.annotations?.readOnlyHint),
    flagName(tool.isConcurrencySafe),
    cell(firstSentence(tool.description)),
  ]);
  return table(['Tool', 'Also called', 'Read-only', 'Runs beside others', 'What it does'], rows);
}

export const optionsTable = ({ optionsSchema }) => (optionsSchema === undefined ? '' : schemaTable(optionsSchema));

const inputTable = ({ inputSchema }) =>
  schemaTable('json' in inputSchema ? inputSchema.json : inputSchema) || 'It takes no input.';
const flagName = (flag) => (typeof flag === 'function' ? 'depends on the input' : flag === true ? 'yes' : 'no');
const firstSentence = (text) => /^[\s\S]*?[.!](?=\s|$)/.exec(text)?.[0] ?? text;
const prose = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/[<*_]/g, '\\$&'))
    .join('\n');
