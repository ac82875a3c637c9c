import type { McpServer } from '@agentclientprotocol/sdk';
import { permissionOverrides } from '@loadout/command/runs';
import { serverPrefix } from '@loadout/config';
import { type Agent, createAgent } from '@loadout/runner';
import type { AskedClient } from '../questions/asked-client.js';
import { elicitFrom } from '../questions/asked-client.js';
import { permissionFrom } from '../questions/permission.js';
import { answersFrom } from '../questions/user-questions.js';
import { clientServers } from './client-servers.js';
import { commandViews } from './command-views.js';
import { editorFiles } from './editor-files.js';
import type { CommandParts, Project } from './project.js';

export interface AgentParts extends CommandParts {
  readonly client: AskedClient;
  readonly project: Project;
  /** The folder of the session, as the editor names it. */
  readonly cwd: string;
  /** The MCP servers of the editor. */
  readonly servers: readonly McpServer[];
  /** The servers that the person allowed for this process. */
  readonly allowedServers: Set<string>;
}

interface Preparing {
  /** The folder that the agent works in now. */
  readonly cwd: () => string;
  readonly tell: (text: string) => void;
  /** Tells the client that its terminal shows a call. */
  readonly shows: (toolCallId: string, terminalId: string) => void;
  readonly signal: AbortSignal;
}

/** Prepares an agent whose questions go to the editor, with the servers of the editor that the person allows. */
export async function prepareAgent(parts: AgentParts, { cwd, tell, shows, signal }: Preparing): Promise<Agent> {
  const { project, client, host, flags, cwd: folder, servers: given, allowedServers: allowed } = parts;
  const { plan, agent: name, rules } = project;
  const declared = [...Object.keys(plan.mcpServers ?? {}), ...(plan.waiting?.servers ?? [])];
  const servers = await clientServers(given, { client, declared, allowed, tell, signal });
  const agent = await createAgent({
    plan,
    agent: name,
    env: host.env,
    permissions: permissionOverrides(flags),
    expandsMentions: true,
    mcpServers: given.length === 0 ? undefined : servers,
    ask: permissionFrom({ client, cwd, project: rules, tell }),
    answer: answersFrom(client),
    elicit: elicitFrom(client),
    services: [...editorFiles(client, { cwd: folder, tell }), ...commandViews(client, shows)],
  });
  host.hide(agent.spec.secrets);
  for (const notice of agent.notices) tell(notice);
  for (const key of Object.keys(servers))
    if (!agent.spec.mayOffer(serverPrefix(key)))
      tell(`The agent ${name} may use no tool of the MCP server ${key}: its list of tools names none.`);
  return agent;
}
