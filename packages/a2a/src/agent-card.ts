import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './task.js';

interface Carded {
  readonly agent: string;
  readonly description: string | undefined;
  /** The server has checked the `Host`. A proxy in front of it names the protocol. */
  readonly headers: IncomingHttpHeaders;
}

/** The card of an agent. A client needs the token for it, as for the rest. */
export function agentCard({ agent, description = `The agent ${agent}.`, headers }: Carded): Json {
  const protocol = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const url = `${protocol}://${headers.host ?? 'localhost'}/a2a/${encodeURIComponent(agent)}`;
  return {
    name: agent,
    description,
    version: '1.0.0',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true, pushNotifications: false },
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
    defaultInputModes: ['text/plain', 'application/json', 'image/*', 'application/pdf'],
    defaultOutputModes: ['text/plain', 'application/json', 'text/*', 'image/*'],
    skills: [{ id: agent, name: agent, description, tags: ['agent'] }],
  };
}
