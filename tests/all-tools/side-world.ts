import { createServer, type IncomingMessage } from 'node:http';

/** Servers that the tools reach over HTTP: a page, a searxng, and a backend of triggers. */
export interface SideWorld {
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  /** `METHOD path` of each request, in order. */
  readonly asked: readonly string[];
  readonly triggers: readonly unknown[];
  close(): Promise<void>;
}

export async function startSideWorld(): Promise<SideWorld> {
  const asked: string[] = [];
  const triggers: unknown[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const send = (type: string, body: string, status = 200) => response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/page') return send('text/html', '<html><body><h1>Tide table</h1></body></html>');
    if (request.url?.startsWith('/search'))
      return send(
        'application/json',
        JSON.stringify({ results: [{ title: 'Tides', url: 'https://tides.example/', content: 'All.' }] }),
      );
    triggers.push(JSON.parse(await textOf(request)));
    return send('application/json', '{"id":"t1"}', 201);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    triggers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
