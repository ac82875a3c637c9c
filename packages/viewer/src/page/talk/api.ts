/** A run as the server tells it. The page reads it as any client does: docs/guide/serve-http.md. */
export interface RunState {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  readonly state: string;
  readonly result?: unknown;
  readonly asks?: readonly OpenAsk[] | undefined;
}

export interface OpenAsk {
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  readonly reason: string;
  readonly rule?: string | undefined;
  readonly at?: string | undefined;
  /** The rules that may be kept for the session. */
  readonly rules?: readonly string[] | undefined;
  /** Questions of the model, on an engine. */
  readonly questions?: readonly { readonly question: string; readonly choices: readonly string[] }[] | undefined;
  /** The people whose answers count, and who sign them elsewhere. */
  readonly from?: Readonly<Record<string, string>> | undefined;
}

export interface SessionLine {
  readonly id: string;
  readonly agent: string;
  readonly prompt: string;
  readonly changedAt: string;
  readonly state?: string | undefined;
}

export interface Answer {
  readonly call: string;
  readonly behavior: 'allow' | 'deny';
  readonly always?: boolean | undefined;
  readonly message?: string | undefined;
  readonly texts?: readonly string[] | undefined;
}

/** The server refuses the key: it was restarted, or the token is another one. */
export class Refused extends Error {}

/** The HTTP API of the server. All addresses are relative to the page, so that a proxy may serve it below a path. */
export class Api {
  readonly headers: Record<string, string>;

  constructor(key: string) {
    this.headers = key === '' ? {} : { Authorization: `Bearer ${key}` };
  }

  async agents(): Promise<readonly string[]> {
    const { data } = (await this.#ask('v1/models')) as { readonly data: readonly { readonly id: string }[] };
    return data.map(({ id }) => id);
  }

  async sessions(): Promise<readonly SessionLine[]> {
    return ((await this.#ask('sessions')) as { readonly sessions: readonly SessionLine[] }).sessions;
  }

  async runsOf(session: string): Promise<readonly string[]> {
    return ((await this.#ask(`sessions/${encodeURIComponent(session)}`)) as { readonly runs: readonly string[] }).runs;
  }

  run(id: string): Promise<RunState> {
    return this.#ask(`runs/${id}`) as Promise<RunState>;
  }

  start(wish: { readonly prompt: string; readonly agent?: string; readonly resume?: string }): Promise<RunState> {
    return this.#ask('runs', { method: 'POST', body: { ...wish, approvals: 'ask' } }) as Promise<RunState>;
  }

  stop(id: string): Promise<RunState> {
    return this.#ask(`runs/${id}`, { method: 'DELETE' }) as Promise<RunState>;
  }

  answer(id: string, answer: Answer): Promise<RunState> {
    return this.#ask(`runs/${id}/answers`, { method: 'POST', body: answer }) as Promise<RunState>;
  }

  async #ask(
    path: string,
    { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
  ): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const kind = body === undefined ? {} : { 'Content-Type': 'application/json' };
    // A browser that may keep an answer lets a second request for it wait for the first, for up to 20 seconds.
    const answer = fetch(path, { method, cache: 'no-store', headers: { ...this.headers, ...kind }, ...sent });
    const response = await answer.catch(() => {
      throw new Error('The server does not answer. Is loadout serve http still running?');
    });
    if (response.ok) return response.json();
    const said = (await response.json().catch(() => ({}))) as { readonly error?: { message?: unknown; fix?: unknown } };
    const { message = `The server answered ${response.status}.`, fix = '' } = said.error ?? {};
    const text = `${message} ${fix}`.trim();
    throw response.status === 401 ? new Refused(text) : new Error(text);
  }
}
