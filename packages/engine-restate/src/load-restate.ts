export type Restate = typeof import('@restatedev/restate-sdk');

/**
 * Loads the SDK. Its calls use `Promise.withResolvers`, which Node 20 does not have: each request would hang, and the server would
 * repeat it forever. The function is therefore added before the SDK is loaded.
 */
export async function loadRestate(): Promise<Restate> {
  if (!('withResolvers' in Promise))
    Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, writable: true, configurable: true });
  return import('@restatedev/restate-sdk');
}

function withResolvers<T>(this: PromiseConstructor) {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  let reject: (reason?: unknown) => void = () => {};
  const promise = new this<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
