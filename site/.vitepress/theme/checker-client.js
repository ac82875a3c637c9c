const PATIENCE_MS = 15_000;

/** Asks the checker in its worker. A question that takes too long ends the worker, and the next one starts another. */
export function createChecker(url) {
  let worker;
  let waiting = new Map();
  let last = 0;

  function start() {
    const mine = new Worker(url);
    const settle = waiting;
    mine.addEventListener('message', ({ data }) => {
      settle.get(data.id)?.(data.answer);
      settle.delete(data.id);
    });
    mine.addEventListener('error', ({ message }) => restart(`The playground failed: ${message}`));
    return mine;
  }

  function restart(text) {
    worker?.terminate();
    worker = undefined;
    const left = waiting;
    waiting = new Map();
    for (const done of left.values()) done({ ok: false, text });
  }

  return {
    ask(kind, request) {
      worker ??= start();
      const id = ++last;
      return new Promise((done) => {
        const late = setTimeout(
          () => restart(`The answer took more than ${PATIENCE_MS / 1000} seconds, so it was given up.`),
          PATIENCE_MS,
        );
        waiting.set(id, (answer) => {
          clearTimeout(late);
          done(answer);
        });
        worker.postMessage({ id, kind, request });
      });
    },
    close: () => restart('The page was closed.'),
  };
}
