import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackgroundTasks, errors as coreErrors, type Service, type ToolContext, WorkingDirectory } from '@loadout/core';
import { createBackgroundTasks, type SessionEvent } from '@loadout/core/run';

/** A `ToolContext` with a temporary folder, and a record of the tool's actions. */
export interface TestContext extends ToolContext {
  /** The folder: the working directory and the one root. Absolute, links resolved. */
  readonly dir: string;
  readonly progressed: readonly string[];
  readonly emitted: readonly SessionEvent[];
  /** Aborts `signal`. */
  abort(reason?: unknown): void;
  /** Removes the folder, at once, and stops background tasks; settles when nothing of them runs any more. */
  dispose(): Promise<void>;
}

export interface TestContextOptions extends Partial<Omit<ToolContext, 'get' | 'find' | 'progress' | 'emit'>> {
  /** The results of `get` and `find`, by service or by its key. `WorkingDirectory` and `BackgroundTasks` are always included. */
  readonly services?: Services | undefined;
}

export type Services = Iterable<readonly [Service<unknown> | string, unknown]>;

export function testContext(options: TestContextOptions = {}): TestContext {
  const { services: offered = [], ...overrides } = options;
  const { dir, artifactDir, remove } = makeFolders();
  const controller = new AbortController();
  const progressed: string[] = [];
  const emitted: SessionEvent[] = [];
  const place = placeAt(overrides.cwd ?? dir);
  const tasks = createBackgroundTasks();
  return {
    roots: Object.freeze([dir]),
    toolUseId: 'toolu_test',
    sessionId: 'session-test',
    agentId: 'main',
    signal: controller.signal,
    permitted: [],
    mayRead: () => true,
    env: Object.freeze({ PATH: process.env.PATH ?? '', HOME: dir, TMPDIR: artifactDir, LANG: 'C.UTF-8' }),
    artifactDir,
    ...overrides,
    get cwd() {
      return place.get();
    },
    ...findIn([[WorkingDirectory.key, place], [BackgroundTasks.key, tasks], ...offered]),
    progress: (message) => void progressed.push(message),
    emit: (event) => void emitted.push(event),
    dir,
    progressed,
    emitted,
    abort: (reason) => controller.abort(reason),
    async dispose() {
      const stopped = tasks.stopAll();
      remove();
      await stopped;
      remove();
    },
  };
}

function makeFolders() {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'loadout-test-')));
  const dir = join(base, 'work');
  const artifactDir = join(base, 'artifacts');
  for (const folder of [dir, artifactDir]) mkdirSync(folder);
  return { dir, artifactDir, remove: () => rmSync(base, { recursive: true, force: true }) };
}

function placeAt(start: string): WorkingDirectory {
  let cwd = start;
  return {
    get: () => cwd,
    set(path) {
      cwd = path;
    },
  };
}

function findIn(services: Services): Pick<ToolContext, 'get' | 'find'> {
  const byKey = new Map<string, unknown>();
  for (const [service, value] of services) byKey.set(typeof service === 'string' ? service : service.key, value);
  return {
    get<T>(service: Service<T>): T {
      if (!byKey.has(service.key)) throw coreErrors.SERVICE_MISSING({ service: service.key });
      return byKey.get(service.key) as T;
    },
    find: <T>(service: Service<T>) => byKey.get(service.key) as T | undefined,
  };
}
