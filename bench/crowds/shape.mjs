/** Calls of the tool in each session. */
export const calls = 4;
/** Pieces of text in each answer. */
export const PIECES = 20;

export const system = 'Answer.';
export const look = {
  name: 'Look',
  description: 'Looks at one step.',
  schema: { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] },
};
export const resultOf = ({ step }) => `step ${step} of the run is done\n`.repeat(40);

/** Runs `session` many times at once, and tells the parent process what it cost. Starts when the parent says how many. */
export function runCrowd(session) {
  process.once('message', async ({ sessions }) => {
    await session();
    globalThis.gc();
    const before = process.memoryUsage.rss();
    const usage = process.cpuUsage();
    const started = performance.now();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    await Promise.all(Array.from({ length: sessions }, session));
    const ms = performance.now() - started;
    clearInterval(watch);
    const { user, system: kernel } = process.cpuUsage(usage);
    process.send({ ms, cpuMs: (user + kernel) / 1000, bytes: Math.max(peak, process.memoryUsage.rss()) - before });
    process.disconnect();
  });
}
