/** A handler of Restate that records what it is given, and nothing else. Its arguments are the port, the engine's administration and the file of its key. */
import { createServer } from 'node:http2';
import { ask, engineAt } from '../../packages/engine-restate/dist/index.js';

// The SDK's calls use it, and Node 20 does not have it.
Promise.withResolvers ??= function withResolvers() {
  let [resolve, reject] = [];
  const promise = new this((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
};
const restate = await import('@restatedev/restate-sdk');

const bare = restate.object({
  name: 'bare',
  handlers: {
    record: async (ctx, steps) => {
      for (const [index, records] of steps.entries()) await ctx.run(`step ${index}`, async () => records);
    },
  },
  options: { enableLazyState: true },
});
const [port, admin, keyFile] = process.argv.slice(2);
createServer(restate.createEndpointHandler({ services: [bare], logger: () => {} })).listen(
  Number(port),
  '127.0.0.1',
  async () => {
    const engine = engineAt({ ingress: '', admin, keyFile });
    const { status } = await ask(engine.admin, '/deployments', { body: { uri: `http://127.0.0.1:${port}`, force: true } });
    console.error(status < 300 ? 'Serving' : `Refused with ${status}`);
  },
);
