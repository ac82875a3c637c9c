import { h } from 'preact';
import { plainLine } from '../text/shown-text.js';
import type { SessionLine } from './api.js';

interface SessionListProps {
  readonly sessions: readonly SessionLine[];
  readonly session: string | undefined;
  readonly onOpen: (session: string | undefined) => void;
  readonly onRefresh: () => void;
}

/** The sessions of the workspace, the newest first. On a narrow screen the list is closed until it is wanted. */
export function SessionList({ sessions, session, onOpen, onRefresh }: SessionListProps) {
  const isWide = matchMedia('(min-width: 761px)').matches;
  return h(
    'nav',
    { class: 'sessions', 'aria-label': 'Sessions' },
    h('button', { class: 'primary', onClick: () => onOpen(undefined) }, 'New session'),
    h(
      'details',
      { open: isWide },
      h('summary', null, `Sessions (${sessions.length})`),
      h('button', { onClick: onRefresh }, 'Look again'),
      h(
        'ul',
        null,
        sessions.map((one) =>
          h(
            'li',
            { key: one.id },
            h(
              'button',
              { class: 'session', 'aria-current': one.id === session ? 'true' : undefined, onClick: () => onOpen(one.id) },
              h('span', { class: 'session-title' }, plainLine(one.prompt).slice(0, 120) || plainLine(one.id)),
              h('span', { class: 'quiet' }, `${plainLine(one.agent)} · ${timeOf(one.changedAt)}${signOf(one.state) ?? ''}`),
            ),
          ),
        ),
      ),
    ),
  );
}

const signOf = (state = ''): string | undefined => (Object.hasOwn(SIGNS, state) ? SIGNS[state] : undefined);

const SIGNS: Readonly<Record<string, string>> = { waiting: ' · ◐ waits for you', running: ' · ◉ running' };

function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
}
