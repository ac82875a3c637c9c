import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  type AgentContext,
  type AuthMethod,
  type ClientCapabilities,
  type InitializeRequest,
  type InitializeResponse,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type LoadSessionRequest,
  type NewSessionRequest,
  PROTOCOL_VERSION,
  type PromptRequest,
  type PromptResponse,
  type ResumeSessionRequest,
  type SetSessionConfigOptionRequest,
  type SetSessionModeRequest,
} from '@agentclientprotocol/sdk';
import { isLoadoutError } from '@loadout/core';
import { versionOf } from '@loadout/node';
import type { SessionChoice } from '@loadout/runner';
import { errors } from './errors.js';
import { FORK, type ForkRequest } from './fork-request.js';
import type { AcpSession } from './session/acp-session.js';
import type { CommandParts } from './session/project.js';

/** The code of sessions, which loads the runner. The first session waits for it, and not the answer to `initialize`. */
const sessionCode = () => import('./session/index.js');

/** The sessions of one client. */
export class Door {
  readonly #parts: CommandParts;
  readonly #sessions = new Map<string, AcpSession>();
  readonly #allowedServers = new Set<string>();
  #capabilities: ClientCapabilities = {};
  #isClosed = false;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  initialize({ clientCapabilities }: InitializeRequest): InitializeResponse {
    this.#capabilities = clientCapabilities ?? {};
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'loadout', title: 'Loadout', version: versionOf('@loadout/acp', import.meta.url) },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {}, ...FORK },
      },
      authMethods: [clientCapabilities?.auth?.terminal === true ? IN_TERMINAL : IN_ENVIRONMENT],
    };
  }

  async create(request: NewSessionRequest, context: AgentContext) {
    const sessionId = randomUUID();
    const session = await this.#start({ ...request, sessionId }, { context, choice: { id: sessionId } });
    return { sessionId, ...session.offered };
  }

  /** Opens a recorded session. `replays`: the client has not seen the conversation. */
  async open(
    request: LoadSessionRequest | ResumeSessionRequest,
    context: AgentContext,
    { replays }: { readonly replays: boolean },
  ) {
    const session = await this.#start(request, { context, choice: { resume: request.sessionId }, replays });
    return session.offered;
  }

  /**
   * Goes on in a copy of a recorded session, which stays as it is. The client has seen the conversation. Where the client brings
   * servers, which a person is asked about first, the copy is made by the first prompt.
   */
  async fork({ sessionId: from, ...request }: ForkRequest, context: AgentContext) {
    const sessionId = randomUUID();
    const choice = { resume: from, fork: true, id: sessionId };
    const session = await this.#start({ ...request, sessionId }, { context, choice });
    return { sessionId, ...session.offered };
  }

  /** The recorded sessions of a folder. An editor may ask before it has a folder, where there need be no configuration. */
  async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
    const { loadProject, recordedSessions } = await sessionCode();
    try {
      return recordedSessions(await loadProject(folder('cwd', cwd ?? this.#parts.host.cwd), this.#parts), cursor);
    } catch (error) {
      if (cwd == null && isLoadoutError(error) && error.code === 'CONFIG_NOT_FOUND') return { sessions: [] };
      throw error;
    }
  }

  async setMode({ sessionId, modeId }: SetSessionModeRequest): Promise<void> {
    this.#get(sessionId).setMode(modeId);
  }

  async setOption({ sessionId, configId, value }: SetSessionConfigOptionRequest) {
    const session = this.#get(sessionId);
    const { chosen } = await sessionCode();
    const option = chosen('configId', { value: configId, expected: ['mode', 'model'] });
    if (option === 'mode') session.setMode(value);
    else await session.setModel(value);
    return { configOptions: session.offered.configOptions };
  }

  /** Runs a prompt. `signal`: the client takes the request back, which cancels the prompt. */
  async prompt({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    const session = this.#get(sessionId);
    const cancel = () => session.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return session.prompt(prompt).finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Returns an open session. Throws ACP_SESSION_UNKNOWN. */
  #get(id: string): AcpSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw errors.ACP_SESSION_UNKNOWN({ id });
    return session;
  }

  cancel(id: string): void {
    this.#sessions.get(id)?.cancel();
  }

  async closeSession(id: string): Promise<void> {
    const session = this.#get(id);
    this.#sessions.delete(id);
    await session.close();
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.closeSession(id)));
  }

  async #start(request: Wanted, { context, choice, replays = false }: Starting): Promise<AcpSession> {
    const { sessionId } = request;
    const cwd = folder('cwd', request.cwd);
    const directories = (request.additionalDirectories ?? []).map((path) => folder('additionalDirectories', path));
    const { AcpSession, loadProject, replayed } = await sessionCode();
    const project = await loadProject(cwd, this.#parts, choice.resume);
    const session = new AcpSession({
      ...this.#parts,
      client: { context, sessionId, capabilities: this.#capabilities },
      project,
      choice,
      cwd,
      directories,
      servers: request.mcpServers ?? [],
      allowedServers: this.#allowedServers,
    });
    if (this.#sessions.has(sessionId)) throw errors.ACP_SESSION_OPEN({ id: sessionId });
    this.#sessions.set(sessionId, session);
    try {
      await session.start();
      if (this.#isClosed) throw errors.ACP_SESSION_UNKNOWN({ id: sessionId });
    } catch (error) {
      this.#sessions.delete(sessionId);
      await session.close();
      throw error;
    }
    if (replays)
      for (const update of replayed(sessionId, { sessions: project.sessions, updates: session.updates })) session.send(update);
    // The client knows a new session only from the answer, which goes first.
    setImmediate(() => session.announce());
    return session;
  }
}

const SET_UP = {
  id: 'setup',
  name: 'Set up a model',
  description:
    'Keys are read from the environment of the agent: set the variable that the error names, for example ANTHROPIC_API_KEY.',
};

/** The editor starts the command again on a terminal, with this flag. */
const IN_TERMINAL: AuthMethod = { ...SET_UP, type: 'terminal', args: ['--setup'] };
/** The editor tries again after the person has changed the settings. */
const IN_ENVIRONMENT: AuthMethod = SET_UP;

type Wanted = Pick<LoadSessionRequest, 'sessionId' | 'cwd' | 'additionalDirectories'> & Pick<ResumeSessionRequest, 'mcpServers'>;

interface Starting {
  readonly context: AgentContext;
  readonly choice: SessionChoice;
  readonly replays?: boolean;
}

/** Throws ACP_CWD, ACP_FOLDER. */
function folder(field: string, path: string): string {
  if (!isAbsolute(path)) throw errors.ACP_CWD({ field, path });
  const isFolder = !path.includes('\0') && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw errors.ACP_FOLDER({ field, path });
  return path;
}
