import { isObject, messageOf } from '@loadout/core';
import type { Wire } from './wire.js';

interface Transport {
  onmessage?: ((message: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
  start?(): Promise<void>;
  send(message: unknown): Promise<void>;
}

/** An MCP server inside the program at the other end. Each JSON-RPC message is one request. Source: CTRL-03 to CTRL-05. */
export class WireServer {
  readonly #name: string;
  readonly #wire: Wire;
  #transport: Transport | undefined;

  constructor(name: string, wire: Wire) {
    this.#name = name;
    this.#wire = wire;
  }

  async connect(transport: Transport): Promise<void> {
    this.#transport = transport;
    transport.onmessage = (message) => void this.#pass(transport, message);
    await transport.start?.();
  }

  /** Takes a message that the server sends by itself. */
  async receive(message: unknown): Promise<void> {
    await this.#transport?.send(message);
  }

  async #pass(transport: Transport, message: unknown): Promise<void> {
    const id = isObject(message) ? message.id : undefined;
    try {
      const answer = await this.#wire.ask({ subtype: 'mcp_message', server_name: this.#name, message }, { whole: true });
      const response = isObject(answer) ? answer.mcp_response : undefined;
      // A notification is only acknowledged, and an answer needs no answer.
      if (id === undefined || !isObject(message) || !('method' in message)) return;
      await transport.send(isObject(response) ? response : failure(id, 'the program answered without mcp_response'));
    } catch (error) {
      if (id === undefined) return;
      await transport.send(failure(id, messageOf(error))).catch(() => {});
    }
  }
}

const failure = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32603, message } });
