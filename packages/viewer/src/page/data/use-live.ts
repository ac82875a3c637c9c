import { useEffect, useState } from 'preact/hooks';
import type { Trajectory } from '../../model/trajectory.js';
import type { LiveEvent } from '../../model/wire.js';
import type { Recording } from './recording.js';

/** A recording with the nodes that come while it is shown. Events between two pictures of the screen are applied together. */
export function useLive(recording: Recording): {
  readonly trajectory: Trajectory;
  readonly live: 'live' | 'reconnecting' | undefined;
} {
  const [current, setCurrent] = useState({ recording, trajectory: recording.trajectory });
  const [live, setLive] = useState<'live' | 'reconnecting' | undefined>();
  useEffect(() => {
    setCurrent({ recording, trajectory: recording.trajectory });
    setLive(undefined);
    if (recording.follow === undefined) return;
    const stop = new AbortController();
    const isLeft = () => stop.signal.aborted;
    let waiting: LiveEvent[] = [];
    const apply = () => {
      // Steps that came before another recording was chosen would be added to that one.
      if (isLeft()) return;
      const events = waiting;
      waiting = [];
      setCurrent((before) => ({ recording, trajectory: events.reduce(mergeLive, before.trajectory) }));
      if (events.some(({ type }) => type === 'end')) setLive(undefined);
    };
    const listener = {
      event: (event: LiveEvent) => {
        if (waiting.length === 0) requestAnimationFrame(apply);
        waiting.push(event);
      },
      replaced: (trajectory: Trajectory) => {
        if (isLeft()) return;
        waiting = [];
        setCurrent({ recording, trajectory });
      },
      connected: (isConnected: boolean) => isLeft() || setLive(isConnected ? 'live' : 'reconnecting'),
    };
    void recording.follow(listener, stop.signal).then(() => isLeft() || setLive(undefined));
    return () => stop.abort();
  }, [recording]);
  const trajectory = current.recording === recording ? current.trajectory : recording.trajectory;
  return { trajectory, live };
}

/** Applies one live event. A node with a known id replaces the node of that id, in its place. */
function mergeLive(trajectory: Trajectory, event: LiveEvent): Trajectory {
  if (event.type === 'head') return { ...trajectory, head: event.head };
  if (event.type !== 'nodes') return trajectory;
  const byId = new Map(trajectory.nodes.map((node) => [node.id, node]));
  for (const node of event.nodes) byId.set(node.id, node);
  return { ...trajectory, nodes: [...byId.values()] };
}
