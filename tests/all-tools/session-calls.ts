import type { RecordedRequest } from '@loadout/testing';
import { expect } from 'vitest';
import type { Call } from './conversation.js';

const shows = (text: string | RegExp) => (result: string) => expect(result).toMatch(text);

const toolsOf = (request: RecordedRequest | undefined) => (request?.body.tools ?? []).map((tool) => tool.name);

/** To-do lists: tool-tasks. Later calls read the results of earlier ones. */
export const taskCalls: readonly Call[] = [
  {
    name: 'TodoWrite',
    input: { todos: [{ content: 'Look', status: 'in_progress', activeForm: 'Looking' }] },
    effect: shows('1 in_progress'),
  },
  { name: 'TodoWrite', input: { action: 'list' }, effect: shows('[in_progress] Look') },
  { name: 'TaskCreate', input: { subject: 'Look at the tide' }, effect: shows('Task created: 1') },
  { name: 'TaskUpdate', input: { taskId: '1', output: 'It is high.', status: 'completed' }, effect: shows('1') },
  { name: 'TaskGet', input: { taskId: '1' }, effect: shows('It is high.') },
  { name: 'TaskList', input: { status: 'completed' }, effect: shows('Look at the tide') },
];

/** tool-session. */
export const sessionCalls: readonly Call[] = [
  ...['AskUserQuestion', 'AskUser'].map(
    (name): Call => ({
      name,
      input: {
        questions: [
          {
            question: `Which tide, asks ${name}?`,
            header: 'Tide',
            multiSelect: false,
            options: [
              { label: 'High', description: 'Much water' },
              { label: 'Low', description: 'Little water' },
            ],
          },
        ],
      },
      effect(result, { questions }) {
        expect(questions.at(-1)).toBe(`Which tide, asks ${name}?`);
        expect(result).toContain('High');
      },
    }),
  ),
  ...['PauseForHuman', 'pause_for_human'].map(
    (name): Call => ({
      name,
      input: { reason: `Look out, says ${name}.` },
      effect(result, { questions }) {
        expect(questions.at(-1)).toBe(`Look out, says ${name}.`);
        expect(result).toContain('Resumed');
      },
    }),
  ),
  ...[
    ['EnterPlanMode', 'ExitPlanMode'],
    ['PlanEnter', 'PlanExit'],
  ].flatMap(([enter = '', exit = '']): Call[] => [
    { name: enter, input: {}, effect: (_, { run }) => expect(run.permissionMode).toBe('plan') },
    {
      name: exit,
      input: { plan: 'Write it down.' },
      effect(_, { run, questions }) {
        expect(questions.at(-1)).toBe('ExitPlanMode');
        expect(run.permissionMode).toBe('default');
      },
    },
  ]),
  {
    name: 'Config',
    input: { action: 'set', key: 'model', value: 'tiny' },
    effect: (_, __, request) => expect(request.body.model).toBe('mock-tiny'),
  },
];

/** Tools of an MCP server, also deferred ones: @loadout/mcp, and ToolSearch of tool-session. */
export const mcpCalls: readonly Call[] = [
  ...[
    ['ToolSearch', 'ListMcpResources'],
    ['MCPSearch', 'ReadMcpResource'],
  ].map(
    ([name = '', tool = '']): Call => ({
      name,
      input: { query: `select:${tool}` },
      effect(result, { api }, request) {
        expect(result).toContain(`- ${tool}:`);
        expect(toolsOf(api.requests[0])).not.toContain(tool);
        expect(toolsOf(request)).toContain(tool);
      },
    }),
  ),
  ...['ListMcpResources', 'ListMcpResourcesTool', 'ListMcpRes'].map(
    (name): Call => ({
      name,
      input: { server: 'everything' },
      effect(result, { seen }) {
        seen.set('uri', /"uri": "([^"]+)"/.exec(result)?.[1] ?? '');
        expect(seen.get('uri')).not.toBe('');
      },
    }),
  ),
  ...['ReadMcpResource', 'ReadMcpResourceTool', 'ReadMcpRes'].map(
    (name): Call => ({
      name,
      input: ({ seen }) => ({ server: 'everything', uri: seen.get('uri') }),
      effect: shows('Everything Server'),
    }),
  ),
  { name: 'McpInput', input: { server: 'everything', tool: 'echo', message: 'ahoy' }, effect: shows('Echo: ahoy') },
];
