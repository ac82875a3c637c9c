import { h } from 'preact';
import { useState } from 'preact/hooks';
import { dollars } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { Composer } from './composer.js';
import { fieldsOf } from './feed/fields.js';
import { Question } from './question.js';
import { SessionList } from './session-list.js';
import type { Talk, TalkState } from './talk.js';
import { Transcript } from './transcript.js';

/** The whole page: the sessions, the conversation, what waits for an answer, and the next prompt. */
export function App({ talk, state }: { readonly talk: Talk; readonly state: TalkState }) {
  const { agents, sessions, session, feed, run, problem, said } = state;
  const [chosen, setAgent] = useState<string | undefined>();
  const agent = run?.agent ?? sessions.find(({ id }) => id === session)?.agent ?? chosen ?? agents[0];
  return h(
    'div',
    { class: 'talk' },
    h(Top, { state, agent }),
    h(SessionList, { sessions, session, onOpen: (id) => void talk.open(id), onRefresh: () => void talk.refresh() }),
    h(
      'main',
      { class: 'conversation' },
      h(Transcript, { key: session ?? 'new', items: [...feed.items], isGrowing: talk.isRunning || state.isBusy }),
      problem === undefined
        ? null
        : h(
            'div',
            { class: 'warning problem', role: 'alert' },
            h('p', null, plainLine(problem)),
            h('button', { onClick: () => talk.dismiss() }, 'Close'),
          ),
      talk.asks.map((ask) =>
        h(Question, {
          key: `${run?.id} ${ask.call}`,
          ask,
          run: run?.id ?? '',
          isBusy: state.isBusy,
          onAnswer: (answer) => talk.answer(answer),
        }),
      ),
      h(Composer, {
        agents: session === undefined ? agents : [],
        agent,
        isRunning: talk.isRunning,
        isBlocked: state.isBusy || talk.asks.length > 0,
        onAgent: setAgent,
        onSend: (prompt) => talk.send(prompt, agent),
        onStop: () => void talk.stop(),
      }),
    ),
    h('div', { class: 'sr', role: 'status' }, plainLine(said)),
  );
}

function Top({ state: { run, connection }, agent }: { readonly state: TalkState; readonly agent: string | undefined }) {
  const cost = fieldsOf(run?.result).costUsd;
  return h(
    'header',
    { class: 'head head-line' },
    h('h1', null, plainLine(agent ?? 'Loadout')),
    run === undefined ? null : h('span', { class: 'outcome' }, stateText(run.state)),
    connection === 'lost' ? h('span', { class: 'live' }, '◌ reconnecting') : null,
    typeof cost === 'number' || cost === null ? h('span', { class: 'quiet' }, `This session: ${dollars(cost)}`) : null,
  );
}

const stateText = (state: string): string => (Object.hasOwn(STATES, state) ? STATES[state] : undefined) ?? plainLine(state);

const STATES: Readonly<Record<string, string>> = {
  running: '◉ running',
  ended: '● ready',
  waiting: '◐ waits for you',
  unfinished: '◌ unfinished: a new prompt continues it',
  queued: '◌ queued',
  scheduled: '◌ scheduled',
  stuck: '✗ no worker takes it',
};
