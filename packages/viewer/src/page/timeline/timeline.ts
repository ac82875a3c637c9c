import { Fragment, h } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TreeNode } from '../../model/trajectory.js';
import { counted, duration, moment } from '../text/format.js';
import { type Axis, axisOf } from './axis.js';
import { LANES, type Lane, type Stretch, stretchesOf } from './lanes.js';
import { WHOLE, within, type Zoom, zoomBy } from './zoom.js';

interface TimelineProps {
  readonly nodes: readonly TreeNode[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
  /** The stretch of time that is shown, or `undefined` for all of it. */
  readonly onZoom: (between: readonly [number, number] | undefined) => void;
}

const NAMES = { model: 'Model', tools: 'Tools', person: 'Waiting for a person', hooks: 'Hooks' };

/** Lanes over time. A drag or the keys + - 0 ← → zoom, and the tree then shows the same stretch. */
export function Timeline({ nodes, selected, onSelect, onZoom }: TimelineProps) {
  const stretches = useMemo(() => stretchesOf(nodes), [nodes]);
  const axis = useMemo(() => axisOf(stretches), [stretches]);
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const bars = useMemo(() => barsOf(stretches, axis, zoom), [stretches, axis, zoom]);
  const apply = (next: Zoom) => {
    setZoom(next);
    onZoom(next[0] === 0 && next[1] === 1 ? undefined : [axis.time(next[0]), axis.time(next[1])]);
  };
  const brush = useBrush(zoom, apply);
  if (stretches.length === 0)
    return h('section', { 'aria-label': 'Timeline' }, h('p', { class: 'nothing' }, 'This record has no times.'));
  const from = axis.time(zoom[0]);
  const to = axis.time(zoom[1]);
  return h(
    'section',
    { class: 'timeline', 'aria-label': 'Timeline' },
    h(TimelineHead, {
      text: `${moment(from)}, ${duration(to - from)}${zoom === WHOLE ? '' : ' shown'}`,
      onKey: (key) => apply(zoomBy(key, zoom) ?? zoom),
    }),
    h(
      'div',
      {
        class: 'lanes',
        role: 'group',
        tabIndex: 0,
        'aria-label': 'Lanes. Plus and minus zoom, arrows move, 0 shows all',
        onKeyDown: (event: KeyboardEvent) => {
          const next = zoomBy(event.key, zoom);
          if (next === undefined || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          apply(next);
        },
        ...brush.events,
      },
      h(LaneRows, { bars, selected, onSelect }),
      h(
        'div',
        { class: 'lane-overlay', ref: brush.area },
        axis.pauses.map((pause) => h(Pause, { pause, zoom })),
        brush.drag === undefined ? null : h('div', { class: 'brush', style: placed(brush.drag[0], brush.drag[1]) }),
      ),
    ),
  );
}

const WORDS: Readonly<Record<string, string>> = { '+': 'Zoom in', '-': 'Zoom out', 0: 'Show all of the time' };
const SIGNS: Readonly<Record<string, string>> = { '+': '+', '-': '−', 0: 'All' };

const placed = (from: number, to: number) => ({ left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` });

function BarShape({ bar, isSelected, onSelect }: { bar: Bar; isSelected: boolean; onSelect: (id: number) => void }) {
  return h(
    'span',
    {
      class: `bar${bar.isBad ? ' bad' : ''}${isSelected ? ' selected' : ''}`,
      style: placed(bar.from, bar.to),
      title: bar.count === 1 ? '' : counted(bar.count, 'step'),
      onClick: () => onSelect(bar.id),
    },
    bar.isBad ? '✗' : '',
  );
}

function Pause({ pause, zoom: [left, right] }: { pause: { from: number; to: number; ms: number }; zoom: Zoom }) {
  const from = (pause.from - left) / (right - left);
  const to = (pause.to - left) / (right - left);
  if (to < 0 || from > 1) return null;
  return h(
    'span',
    { class: 'pause', style: placed(Math.max(0, from), Math.min(1, to)), title: `Nothing for ${duration(pause.ms)}` },
    duration(pause.ms),
  );
}

/** Drags over the lanes: from and to as positions from 0 to 1 of the part that is shown. */
function useBrush(zoom: Zoom, apply: (zoom: Zoom) => void) {
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<readonly [number, number] | undefined>();
  const at = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
  };
  const end = (event: PointerEvent) => {
    if (drag === undefined) return;
    setDrag(undefined);
    const to = at(event);
    const width = zoom[1] - zoom[0];
    if (Math.abs(to - drag[0]) > 0.01) apply(within(zoom[0] + drag[0] * width, zoom[0] + to * width));
  };
  const events = {
    onPointerDown: (event: PointerEvent) => setDrag([at(event), at(event)]),
    onPointerMove: (event: PointerEvent) => drag !== undefined && setDrag([drag[0], at(event)]),
    onPointerUp: end,
    onPointerLeave: () => setDrag(undefined),
  };
  return { area, drag, events };
}

/** The stretch that is shown, and the buttons for the keys. */
function TimelineHead({ text, onKey }: { readonly text: string; readonly onKey: (key: string) => void }) {
  return h(
    'div',
    { class: 'timeline-head' },
    h('span', { class: 'quiet', role: 'status' }, text),
    ['+', '-', '0'].map((key) =>
      h('button', { title: WORDS[key], 'aria-label': WORDS[key], onClick: () => onKey(key) }, SIGNS[key]),
    ),
  );
}

function LaneRows({
  bars,
  selected,
  onSelect,
}: { readonly bars: Readonly<Record<Lane, readonly Bar[]>> } & Pick<TimelineProps, 'selected' | 'onSelect'>) {
  return h(
    Fragment,
    null,
    lanesWithBars(bars).map((lane) =>
      h(
        'div',
        { class: `lane lane-${lane}` },
        h('span', { class: 'lane-name' }, NAMES[lane]),
        h(
          'div',
          {
            class: 'lane-bars',
            role: 'img',
            'aria-label': `${NAMES[lane]}: ${counted(
              bars[lane].reduce((sum, bar) => sum + bar.count, 0),
              'bar',
            )}`,
          },
          bars[lane].map((bar) => h(BarShape, { bar, isSelected: bar.id === selected, onSelect })),
        ),
      ),
    ),
  );
}

/** A bar of a lane: its place from 0 to 1, the node that a click selects, and how many stretches it stands for. */
interface Bar {
  readonly from: number;
  to: number;
  readonly id: number;
  isBad: boolean;
  count: number;
}

/** Bars closer than this share of the width are one bar, so a lane has at most some hundred. */
const NARROWEST = 1 / 160;

/** The bars of each lane inside the zoomed part. */
function barsOf(stretches: readonly Stretch[], axis: Axis, [left, right]: readonly [number, number]): Record<Lane, Bar[]> {
  const lanes: Record<Lane, Bar[]> = { model: [], tools: [], person: [], hooks: [] };
  const zoomed = (time: number) => (axis.position(time) - left) / (right - left);
  for (const { lane, from, to, id, isBad } of stretches) {
    const place = { from: Math.max(0, zoomed(from)), to: Math.min(1, zoomed(to)) };
    if (place.to < 0 || place.from > 1) continue;
    const last = lanes[lane].at(-1);
    if (last !== undefined && place.from - last.to < NARROWEST / 4 && place.to - last.from < NARROWEST) {
      last.to = Math.max(last.to, place.to);
      last.count += 1;
      last.isBad ||= isBad;
    } else lanes[lane].push({ ...place, id, isBad, count: 1 });
  }
  return lanes;
}

const lanesWithBars = (bars: Readonly<Record<Lane, readonly Bar[]>>): Lane[] => LANES.filter((lane) => bars[lane].length > 0);
