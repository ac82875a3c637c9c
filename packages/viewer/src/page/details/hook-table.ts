import { h } from 'preact';
import type { HookAnswer } from '../../model/trajectory.js';
import { TableHead } from '../table-head.js';
import { duration } from '../text/format.js';
import { plainLine } from '../text/shown-text.js';
import { placeText } from './place-text.js';

/** The hooks of a call with their answers and times. */
export function HookTable({ hooks }: { readonly hooks: readonly HookAnswer[] }) {
  if (hooks.length === 0) return null;
  return h(
    'section',
    { class: 'block' },
    h('h3', null, 'Hooks'),
    h(
      'table',
      null,
      h(TableHead, { names: ['Event', 'Hook', 'Answer', 'Time', 'Place'] }),
      h(
        'tbody',
        null,
        hooks.map(({ event, name, outcome, durationMs, place }) =>
          h(
            'tr',
            null,
            [plainLine(event), plainLine(name), plainLine(outcome), duration(durationMs), placeText(place)].map((cell) =>
              h('td', null, cell),
            ),
          ),
        ),
      ),
    ),
  );
}
