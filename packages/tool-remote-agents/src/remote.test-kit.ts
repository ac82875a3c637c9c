import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Access, AnyTool, ToolResult } from '@loadout/core';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import plugin from './index.js';

/** The plugin's tool with these options. */
export async function setUp(options: Record<string, unknown>) {
  const parts = await mountPlugin(plugin, { options, mount: 'remote' });
  const [tool] = parts.tools ?? [];
  if (tool === undefined) throw new Error('no tool');
  const ask = async (input: object, signal?: AbortSignal): Promise<ToolResult> => {
    const context = testContext(signal === undefined ? {} : { signal });
    try {
      return await callTool(tool, { agent: 'far', prompt: 'Hi.', ...input }, context);
    } finally {
      context.dispose();
    }
  };
  const accesses = (input: object) => (tool as unknown as { access(given: object): readonly Access[] }).access(input);
  return { tool: tool as AnyTool, ask, accesses };
}

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that answers as it likes. Returns its address, and the heads of all requests. */
export async function hostile(answer: Answering) {
  const heads: { readonly url: string | undefined; readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    heads.push({ url: request.url, authorization: request.headers.authorization, body });
    answer(request, response, body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((ended) => server.close(ended));
  };
  onTestFinished(close);
  return { close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heads };
}
