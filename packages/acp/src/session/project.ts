import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeSession } from '@loadout/command/runs';
import type { CommandHost, PersonalRules } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { namedAgent } from '@loadout/runner';
import { FileStore, type SessionFolder, sessionFolder } from '@loadout/sessions';
import type { AcpFlags } from '../definition.js';

/** The host and the words of the command line. */
export interface CommandParts {
  readonly host: CommandHost;
  readonly flags: AcpFlags;
  readonly agent: string | undefined;
}

/** The configuration of the folder of a session. */
export interface Project {
  readonly plan: Plan;
  readonly agent: string;
  readonly rules: PersonalRules | undefined;
  readonly sessions: SessionFolder;
  /** A sentence about the parts that are off because the project is not trusted. */
  readonly waits: string | undefined;
}

/** Loads the configuration of a folder. `resume`: the session that goes on, with its agent. Throws CONFIG_*, TRUST_*, AGENT_*. */
export async function loadProject(
  cwd: string,
  { host, flags, agent: wanted }: CommandParts,
  resume?: string | undefined,
): Promise<Project> {
  const config = flags.config === undefined ? undefined : resolve(host.cwd, flags.config);
  const loaded = await host.load({ ...flags, config, cwd: flags.cwd ?? cwd }, { runs: true, agent: wanted });
  const { plan } = loaded;
  const sessions = sessionFolder({ workspace: realpathSync.native(plan.workspace), dir: plan.sessions.dir, env: host.env });
  const agent = namedAgent(plan, wanted ?? recordedAgent(resume, { plan, sessions }));
  loaded.requireParts(agent);
  return {
    plan,
    agent,
    rules: plan.configFile === undefined ? undefined : host.personalRules(plan.configFile),
    sessions,
    waits:
      plan.waits === true
        ? `${plan.configFile ?? plan.workspace} is not trusted, so parts of it are off. To review them: ${host.called} trust`
        : undefined,
  };
}

/** The agent of a recorded session, if the configuration still has it. A session that cannot be read is reported when it is opened. */
function recordedAgent(
  id: string | undefined,
  { plan, sessions }: { readonly plan: Plan; readonly sessions: SessionFolder },
): string | undefined {
  if (id === undefined) return undefined;
  const store = new FileStore(sessions);
  const place = store.place(id);
  if (!store.has(place)) return undefined;
  const { agent } = describeSession({ ...place, modified: new Date(0), bytes: 0 });
  return Object.hasOwn(plan.agents, agent) ? agent : undefined;
}
