import type { Inbox, SessionHooks, Subagent } from '@loadout/core';

export type MessageType = 'text' | 'shutdownRequest' | 'shutdownResponse' | 'planApprovalResponse';

/** Source: TEAM-01. */
export interface TeamMessage {
  readonly from: string;
  readonly to: string;
  readonly content: string;
  readonly type: MessageType;
  readonly timestamp: string;
}

export interface TeamMember {
  readonly name: string;
  readonly role: 'leader' | 'member';
  /** Absent: the leader, or one that was named and has not been started. */
  readonly agent?: Subagent | undefined;
  readonly state: 'not started' | 'working' | 'idle' | 'ended';
}

/** The creator of the team: its inbox, and its hooks for events of the team. */
export interface Leader {
  readonly agentId: string;
  readonly inbox: Inbox | undefined;
  readonly hooks: SessionHooks | undefined;
}

export const LEADER = 'leader';
/** Names of members, not counting the leader. */
export const MOST_MEMBERS = 20;
/** The number of messages that are kept for each member; older ones are dropped. */
const KEPT_MESSAGES = 100;
/** The time that a working member has to finish after its team is disbanded. */
const GRACE_MS = 5_000;

export interface Joining {
  readonly agent: Subagent;
  /** Settles when it has ended and its leader has heard of it. Never rejects. */
  readonly gone: Promise<unknown>;
}

interface Seat {
  name: string;
  agent?: Subagent | undefined;
  /** Settles when the member has ended and its waiters have been informed. */
  gone?: Promise<unknown> | undefined;
  state: TeamMember['state'];
  /** Its last answer that the leader was told. */
  heard?: string | undefined;
  /** Settles when it has answered. */
  answered: { readonly promise: Promise<void>; readonly settle: () => void };
  readonly mailbox: TeamMessage[];
}

/** One team: its members are agents that run, and mail reaches them before their next turn. Source: TEAM-02. */
export class Team {
  readonly name: string;
  readonly task: string | undefined;
  readonly #leader: Leader;
  readonly #seats = new Map<string, Seat>();
  readonly #leaderMail: TeamMessage[] = [];
  readonly #over = signalled();
  #isOver = false;

  constructor(
    name: string,
    options: { readonly leader: Leader; readonly members: readonly string[]; readonly task: string | undefined },
  ) {
    this.name = name;
    this.task = options.task;
    this.#leader = options.leader;
    for (const member of options.members) this.#seats.set(member, newSeat(member));
  }

  get status(): 'active' | 'disbanded' {
    return this.#isOver ? 'disbanded' : 'active';
  }

  get members(): readonly TeamMember[] {
    const seats = [...this.#seats.values()].map(({ name, agent, state }) => ({ name, role: 'member' as const, agent, state }));
    return [{ name: LEADER, role: 'leader', state: 'working' }, ...seats];
  }

  mailbox(member: string): readonly TeamMessage[] {
    return member === LEADER ? this.#leaderMail : (this.#seats.get(member)?.mailbox ?? []);
  }

  nameOf(agentId: string): string | undefined {
    if (agentId === this.#leader.agentId) return LEADER;
    return [...this.#seats.values()].find((seat) => seat.agent?.agentId === agentId)?.name;
  }

  /** True if no agent with this name is running. */
  isFree(name: string): boolean {
    const state = this.#seats.get(name)?.state;
    return name !== LEADER && (state === undefined || state === 'not started' || state === 'ended');
  }

  /** Options with which the agent for this seat is started. */
  seat(name: string): { readonly stay: Promise<unknown>; readonly onIdle: (text: string) => void } {
    const seat = newSeat(name);
    this.#seats.set(name, seat);
    this.#works(seat);
    return { stay: this.#over.promise, onIdle: (text) => void this.#idles(seat, text) };
  }

  join(name: string, { agent, gone }: Joining): void {
    const seat = this.#seats.get(name);
    if (seat === undefined) return;
    seat.agent = agent;
    seat.gone = gone;
    void agent.result.then(() => {
      seat.state = 'ended';
    });
    void gone.finally(seat.answered.settle);
  }

  heardOf(name: string): string | undefined {
    return this.#seats.get(name)?.heard;
  }

  has(name: string): boolean {
    return name === LEADER || this.#seats.has(name);
  }

  /** Somebody could not be started after all. */
  leave(name: string): void {
    const seat = this.#seats.get(name);
    seat?.answered.settle();
    this.#seats.delete(name);
  }

  /** False: whom it is for does not run. */
  deliver(message: TeamMessage): boolean {
    const mailbox = message.to === LEADER ? this.#leaderMail : this.#seats.get(message.to)?.mailbox;
    mailbox?.push(message);
    if (mailbox !== undefined && mailbox.length > KEPT_MESSAGES) mailbox.shift();
    const text = `Message from ${message.from}, of the team ${this.name}:\n\n${message.content}`;
    if (message.to === LEADER) {
      this.#leader.inbox?.add(text);
      return this.#leader.inbox !== undefined;
    }
    const seat = this.#seats.get(message.to);
    if (seat?.agent?.send(text) !== true) return false;
    if (seat.state === 'idle') this.#works(seat);
    return true;
  }

  /** Members that wait end at once, those that work after their answer or after a while. Settles when none runs. */
  async disband(now: () => string): Promise<void> {
    this.#isOver = true;
    for (const seat of this.#seats.values())
      if (seat.state === 'working') {
        const message = { from: LEADER, to: seat.name, type: 'shutdownRequest' as const, timestamp: now() };
        this.deliver({ ...message, content: 'The team is disbanded. Finish now.' });
      }
    this.#over.settle();
    const joined = [...this.#seats.values()];
    const timer = setTimeout(() => {
      for (const { agent, state } of joined) if (state !== 'ended') agent?.interrupt();
    }, GRACE_MS);
    await Promise.all(joined.map(({ gone }) => gone));
    clearTimeout(timer);
  }

  #works(seat: Seat): void {
    seat.state = 'working';
    seat.answered = signalled();
    this.#leader.inbox?.hold(seat.answered.promise);
  }

  /** Sends the member's words to the leader. A hook may send the member back to work. */
  async #idles(seat: Seat, text: string): Promise<void> {
    const event = { teammate_name: seat.name, team_name: this.name };
    const round = this.#isOver ? undefined : await this.#leader.hooks?.fire('TeammateIdle', event);
    if (round?.verdict?.behavior === 'deny' && seat.agent?.send(round.verdict.reason) === true) return;
    if (seat.state === 'working') seat.state = 'idle';
    seat.heard = text;
    this.#leader.inbox?.add(`${seat.name}, of the team ${this.name}, waits for messages. It said:\n\n${text}`);
    seat.answered.settle();
  }
}

function signalled(): Seat['answered'] {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

const newSeat = (name: string): Seat => ({ name, state: 'not started', answered: signalled(), mailbox: [] });
