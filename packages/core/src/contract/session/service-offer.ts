/** A typed key under which a plugin offers a value to tools. A session has one value per key. */
export interface Service<T> {
  readonly key: string;
  /** Never set; carries the type. */
  readonly type?: T;
}

export interface ServiceOffer<T> {
  readonly service: Service<T>;
  /** If true, agents that this session starts use the session's value and get no value of their own. */
  readonly shared?: boolean | undefined;
  create(session: SessionScope): T;
  /** Cleans up at session end, if the service was created. */
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
