import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { taggedProcesses } from '@loadout/node';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, type Session, temporaryFolder, until, withServers } from '../testing/with-servers.js';
import { fingerprint } from '../tools/fingerprint.js';

interface Fault {
  readonly behaviour: string;
  readonly does: string;
  /** The place of the report: the result of the call for the model, or a notice for the person. */
  readonly told: 'result' | 'notice';
  readonly says: string | RegExp;
  /** Called to bring the fault about. Default `echo`. */
  readonly tool?: string;
  readonly timeout?: number;
}

const FAULTS: readonly Fault[] = [
  {
    behaviour: 'bad-lines',
    does: 'writes bad JSON',
    told: 'notice',
    says: '1 lines on its stdout are not JSON-RPC messages; the last one: "this is no json"',
  },
  {
    behaviour: 'bad-lines-for-ever',
    does: 'writes its log to stdout',
    told: 'result',
    says: '100 lines on its stdout are not JSON-RPC messages; the last one: "log line 99"',
  },
  { behaviour: 'unknown-id', does: 'answers with wrong ids', told: 'notice', says: /unknown message ID/i },
  {
    behaviour: 'silent',
    does: 'hangs',
    told: 'result',
    says: 'did not answer tools/call of echo within 1000 ms',
    timeout: 1_000,
  },
  {
    behaviour: 'flood',
    does: 'floods with messages',
    told: 'result',
    says: 'more than 5000 messages that nobody asked for, one after the other',
  },
  {
    behaviour: 'no-newline',
    does: 'never ends a message',
    told: 'result',
    says: 'one of its messages has more than 16777216 bytes',
  },
  {
    behaviour: 'long-line',
    does: 'sends a message of 50 MB',
    told: 'result',
    says: 'one of its messages has more than 16777216 bytes',
  },
  {
    behaviour: 'large-result',
    does: 'gives a result of more than 10 MB',
    told: 'result',
    says: '[cut off: this result is larger than 10485760 characters]',
  },
  {
    behaviour: 'bad-tools',
    does: 'lists a bad schema beside good ones',
    told: 'notice',
    says: 'its tool "no-object" is left out: its inputSchema has the type "string"',
    tool: 'also_good',
  },
  {
    behaviour: 'bad-tools',
    does: 'lists two tools of one name',
    told: 'notice',
    says: 'its tool "good" is left out: the server lists two tools of this name; the first is kept',
    tool: 'good',
  },
  {
    behaviour: 'poisoned-later',
    does: 'changes a description after approval',
    told: 'notice',
    says: 'its tool "first" is left out: its description changed since it was approved',
    tool: 'first',
  },
  { behaviour: 'stubborn', does: 'ignores SIGTERM', told: 'result', says: '"name":"echo"' },
  {
    behaviour: 'forks',
    does: 'forks children that ignore SIGTERM, one of them out of its group',
    told: 'result',
    says: '"name":"echo"',
  },
];

const MOST_GROWTH = 80 * 1024 * 1024;
const approved = {
  bad: { first: fingerprint({ name: 'first', description: 'Does first.', inputSchema: { type: 'object', properties: {} } }) },
};

it.each(FAULTS.map((fault) => [fault.does, fault] as const))(
  'MCP-05 MCP-12 MCP-14 MCP-16 MCP-23: a server that %s is told of, the rest works, memory stays small and no process is left',
  async (_does, fault) => {
    const { behaviour, tool = 'echo', timeout, told, says } = fault;
    const mark = temporaryFolder();
    const session = await withServers(
      { bad: { ...hostile(behaviour, `${mark}/told`), timeout }, good: hostile('good') },
      { env: { PATH: process.env.PATH ?? '', MARK: mark }, ...(behaviour === 'poisoned-later' ? { approved } : {}) },
    );
    await worksBeside(session);
    const growth = watchMemory();
    const { content } = await callTool(session.tool(`mcp__bad__${tool}`), {}, context());
    if (told === 'result') expect(content).toMatch(says);
    else await until(() => session.notices.some(({ server, message }) => server === 'bad' && match(message, says)));
    await worksBeside(session);
    expect(growth()).toBeLessThan(MOST_GROWTH);
    if (behaviour === 'forks') await until(() => taggedProcesses(mark).length === 4);
    await session.connections.close();
    expect(taggedProcesses(mark)).toEqual([]);
  },
);

async function worksBeside(session: Session): Promise<void> {
  expect(await callTool(session.tool('mcp__good__echo'), {}, context())).toMatchObject({ isError: false });
}

const match = (message: string, says: string | RegExp) =>
  typeof says === 'string' ? message.includes(says) : says.test(message);

/** How far this process has grown at its largest since now, beside what was waiting to be collected before. */
function watchMemory(): () => number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const before = process.memoryUsage.rss();
  let largest = before;
  const look = () => {
    largest = Math.max(largest, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return largest - before;
  };
}
