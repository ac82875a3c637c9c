/** The parts of the process that belong to all of its sessions. */
interface ProcessState {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exitCode: typeof process.exitCode;
  readonly shared: SharedValues;
}

export const processState = (): ProcessState => ({
  cwd: process.cwd(),
  env: { ...process.env },
  exitCode: process.exitCode,
  shared: sharedValues(),
});

/** The first difference, as a sentence. */
export function stateChange(before: ProcessState, after: ProcessState): string | undefined {
  if (before.cwd !== after.cwd) return `it changed the working directory of the process to ${after.cwd}; use context.cwd`;
  if (before.exitCode !== after.exitCode) return `it set process.exitCode to ${String(after.exitCode)}`;
  const shared = sharedChange(before.shared, after.shared);
  if (shared !== undefined) return shared;
  const names = new Set([...Object.keys(before.env), ...Object.keys(after.env)]);
  const changed = [...names].find((name) => before.env[name] !== after.env[name]);
  return changed === undefined
    ? undefined
    : `it changed the variable ${changed} of the process; pass variables to child processes`;
}

export function restoreProcess({ cwd, env, exitCode, shared }: ProcessState): void {
  restoreShared(shared);
  if (process.cwd() !== cwd) process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  process.exitCode = exitCode;
}

/** The objects that everything in a process uses. */
const SHARED: Readonly<Record<string, object>> = {
  globalThis,
  'Object.prototype': Object.prototype,
  'Function.prototype': Function.prototype,
  'Array.prototype': Array.prototype,
  'String.prototype': String.prototype,
  'Promise.prototype': Promise.prototype,
  Object,
  Promise,
  JSON,
  Math,
  Date,
};

/** The events of the process whose listeners decide for all of it. A listener for its exit only clears up. */
const EVENTS = /^(?:SIG\w+|beforeExit|message|warning|uncaughtException(?:Monitor)?|unhandledRejection)$/;

/** The members of the shared objects, and the listeners of the process. */
interface SharedValues {
  readonly members: ReadonlyMap<string, PropertyDescriptorMap>;
  readonly listeners: readonly Listener[];
}

type Listener = readonly [event: string, listen: () => void];

const sharedValues = (): SharedValues => ({
  members: new Map(Object.entries(SHARED).map(([name, owner]) => [name, Object.getOwnPropertyDescriptors(owner)])),
  listeners: process
    .eventNames()
    .filter((name): name is string => typeof name === 'string' && EVENTS.test(name))
    .flatMap((name) => process.rawListeners(name).map((listen) => [name, listen as () => void] as const)),
});

/** The first difference, as a sentence. */
function sharedChange(before: SharedValues, after: SharedValues): string | undefined {
  const [added] = addedListeners(before, after);
  if (added !== undefined) return `it left a listener for ${added[0]} of the process, which decides for all sessions`;
  const [member] = changedMembers(before, after);
  return member === undefined ? undefined : `it changed ${member.owner}.${member.key}, which everything in the process uses`;
}

function restoreShared(before: SharedValues): void {
  const after = sharedValues();
  for (const [event, listen] of addedListeners(before, after)) process.removeListener(event, listen);
  for (const { owner, key } of changedMembers(before, after)) {
    const was = memberOf(before, { owner, key });
    const object = SHARED[owner] ?? {};
    if (was === undefined) Reflect.deleteProperty(object, key);
    else Object.defineProperty(object, key, was);
  }
}

const addedListeners = (before: SharedValues, after: SharedValues): readonly Listener[] =>
  after.listeners.filter(([event, listen]) => !before.listeners.some(([name, one]) => name === event && one === listen));

/** A list of members inherits what somebody gave to every object. */
function memberOf({ members }: SharedValues, { owner, key }: { owner: string; key: string }): PropertyDescriptor | undefined {
  const own = members.get(owner) ?? {};
  return Object.hasOwn(own, key) ? own[key] : undefined;
}

/** Node makes some members when they are first asked for, and these are no change. */
const changedMembers = (before: SharedValues, after: SharedValues) =>
  [...after.members].flatMap(([owner, members]) =>
    Object.entries(members)
      .filter(([key, is]) => {
        const was = memberOf(before, { owner, key });
        return was === undefined || (was.get === undefined && !Object.is(was.value, is.value));
      })
      .map(([key]) => ({ owner, key })),
  );
