/** A typed key under which a plugin offers something to tools. One value per session. */
export interface Service<T> {
  readonly key: string;
  /** Never set: it carries the type. */
  readonly type?: T;
}

export interface ServiceOffer<T> {
  readonly service: Service<T>;
  /** Agents that this session starts use its value, and have none of their own. */
  readonly shared?: boolean | undefined;
  create(session: SessionScope): T;
  /** Runs at session end, if the service was made. */
  dispose?(value: T): void | Promise<void>;
}

/** The facts about its session that a service may know. */
export interface SessionScope {
  readonly sessionId: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly artifactDir: string;
  /** The environment for child processes, already without secrets. */
  readonly env: Readonly<Record<string, string>>;
}
