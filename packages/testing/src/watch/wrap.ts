type Fn = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Puts a function in front of a member, which gets the arguments first and may return others. The member keeps its own
 * properties, such as the form that `promisify` takes. Returns the function that puts the member back.
 */
export function wrap(owner: object, name: string, look: (given: unknown[], self: unknown) => unknown[] | undefined): () => void {
  const members = owner as Record<string, unknown>;
  const real = members[name];
  if (typeof real !== 'function') return () => {};
  const wrapped: Fn = function (...given) {
    return Reflect.apply(real as Fn, this, look(given, this) ?? given);
  };
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real));
  members[name] = wrapped;
  return () => {
    if (members[name] === wrapped) members[name] = real;
  };
}

/** Wraps several members in the same way. */
export function wrapAll(
  owner: object,
  names: readonly string[],
  look: (given: unknown[], self: unknown) => unknown[] | undefined,
): () => void {
  const undo = names.map((name) => wrap(owner, name, look));
  return () => {
    for (const one of undo) one();
  };
}

/** The files of the functions that called, the nearest first. Test runners map stacks to sources, which takes long; this does not. */
export function callers(): readonly string[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as readonly string[];
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return files.slice(1);
}
