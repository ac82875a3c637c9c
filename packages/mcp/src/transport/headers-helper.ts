import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { isObject } from '@loadout/core';
import { endTree, jsonIn } from '@loadout/node';
import { hasGroups } from '@loadout/node/platform';
import { errors } from '../errors.js';
import { ByteTail } from './byte-tail.js';
import { PATIENCE, SERVER_TAG } from './stdio-transport.js';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

export interface HelperRun {
  readonly server: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Runs the command of `headersHelper` and reads the headers that it prints. Source: MCP-08. */
export async function runHeadersHelper(command: string, run: HelperRun): Promise<Readonly<Record<string, string>>> {
  const { output, how } = await outputOf(command, run);
  if (how !== 'code 0') throw errors.MCP_HEADERS_HELPER_FAILED({ problem: `it ended with ${how}` });
  const headers = parse(output);
  if (headers === undefined)
    throw errors.MCP_HEADERS_HELPER_FAILED({ problem: 'it printed something else than a JSON object of strings' });
  return headers;
}

function outputOf(command: string, { server, url, env, cwd }: HelperRun): Promise<{ output: string; how: string }> {
  const tag = randomUUID();
  const told = { CLAUDE_CODE_MCP_SERVER_NAME: server, CLAUDE_CODE_MCP_SERVER_URL: url, [SERVER_TAG]: tag };
  const child = spawn(command, {
    shell: true,
    cwd,
    env: { ...env, ...told },
    detached: hasGroups(),
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = new ByteTail(MOST_BYTES);
  // Without a descriptor to spare it has no streams.
  if (child.stdout === undefined)
    return new Promise((resolve) => child.once('error', (error) => resolve({ output: '', how: error.message })));
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    const settle = (how: string) => {
      clearTimeout(timer);
      child.stdout.destroy();
      if (child.pid !== undefined) void endTree({ pid: child.pid, tag }, PATIENCE);
      resolve({ output: output.text(), how });
    };
    const timer = setTimeout(() => settle(`no answer after ${TIMEOUT_MS} ms`), TIMEOUT_MS);
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) => settle(signal ?? `code ${code}`));
  });
}

function parse(output: string): Record<string, string> | undefined {
  const value = jsonIn(output);
  const isHeaders = isObject(value) && Object.values(value).every((one) => typeof one === 'string');
  return isHeaders ? (value as Record<string, string>) : undefined;
}
