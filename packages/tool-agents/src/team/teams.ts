import { defineService, type ServiceOffer } from '@loadout/core';
import { errors } from '../errors.js';
import { type Joining, LEADER, type Leader, MOST_MEMBERS, Team } from './team.js';

/** The teams of one session, which its agents share. */
export class OpenTeams {
  readonly #teams = new Map<string, Team>();

  create(name: string, options: { leader: Leader; members: readonly string[]; task: string | undefined }): Team {
    if (this.#teams.get(name)?.status === 'active') throw errors.TEAM_TAKEN({ name });
    if (options.members.length > MOST_MEMBERS) throw errors.TEAM_FULL({ name, limit: MOST_MEMBERS });
    const team = new Team(name, { ...options, members: options.members.filter((member) => member !== LEADER) });
    this.#teams.set(name, team);
    return team;
  }

  /** Throws TEAM_UNKNOWN or TEAM_DISBANDED. */
  active(name: string): Team {
    const team = this.#teams.get(name);
    const available = [...this.#teams.values()].filter((one) => one.status === 'active').map((one) => one.name);
    if (team === undefined) throw errors.TEAM_UNKNOWN({ name, available });
    if (team.status === 'disbanded') throw errors.TEAM_DISBANDED({ name });
    return team;
  }

  /** Takes a place for an agent that is about to start. */
  seat(teamName: string, { name }: { readonly name: string | undefined }) {
    const team = this.active(teamName);
    if (name === undefined) throw errors.MEMBER_NAMELESS({ team: teamName });
    if (!team.isFree(name)) throw errors.MEMBER_TAKEN({ name, team: teamName });
    if (!team.has(name) && team.members.length > MOST_MEMBERS) throw errors.TEAM_FULL({ name: teamName, limit: MOST_MEMBERS });
    return team.seat(name);
  }

  join(teamName: string, { name, ...joining }: Joining & { readonly name: string }): void {
    this.#teams.get(teamName)?.join(name, joining);
  }

  heardOf(teamName: string, { name }: { readonly name: string }): string | undefined {
    return this.#teams.get(teamName)?.heardOf(name);
  }

  leave(teamName: string, name: string): void {
    this.#teams.get(teamName)?.leave(name);
  }

  /** The team in which this agent has a place; the leader of several speaks in the newest that has whom it speaks to. */
  ofAgent(agentId: string, { to }: { readonly to: string }): Team | undefined {
    const own = [...this.#teams.values()]
      .reverse()
      .filter((team) => team.status === 'active' && team.nameOf(agentId) !== undefined);
    return own.find((team) => team.has(to)) ?? own[0];
  }
}

export const Teams = defineService<OpenTeams>('Teams');

/** Members and their leader see the same teams. The agents themselves are ended by the run that started them. */
export const teamsOffer = (): ServiceOffer<unknown> => ({ service: Teams, shared: true, create: () => new OpenTeams() });
