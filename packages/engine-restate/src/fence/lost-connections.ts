import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import { beatEvery, machineMs } from './silence.js';

/**
 * Returns the open connections of a server. A connection whose other end is silent is closed: the engine then gives the runs of
 * the connection to another worker, so they end here.
 */
export function connectionsOf(
  server: Http2Server | Http2SecureServer,
  { mostMs }: { readonly mostMs: number },
): ReadonlySet<ServerHttp2Session> {
  const open = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    open.add(session);
    let heard = machineMs();
    const asking = setInterval(() => {
      if (machineMs() - heard > mostMs) session.destroy();
      // A session that is destroyed tells so a moment later, and throws if it is asked.
      else if (!session.destroyed)
        session.ping((error) => {
          if (error === null) heard = machineMs();
        });
    }, beatEvery(mostMs));
    session.on('close', () => {
      clearInterval(asking);
      open.delete(session);
    });
  });
  return open;
}
