import type { BackgroundTask, Subagent, SubagentResult } from '@loadout/core';
import { report } from './report.js';

/** An agent in the background, as TaskOutput and TaskStop know it. Source: BG-01, AGENT-09. */
export function backgroundAgent(agent: Subagent, { title, finish }: { title: string; finish: () => Promise<string> }) {
  let ended: { readonly result: SubagentResult; readonly text: string } | undefined;
  let isRead = false;
  let isStopped = false;
  const done = agent.result.then(async (result) => {
    const more = await finish();
    ended = { result, text: String(report(result, more === '' ? [] : [more]).content) };
    return ended;
  });
  const task: BackgroundTask = {
    id: agent.agentId,
    type: 'agent',
    title,
    status: () => ({ state: stateOf(ended?.result, isStopped) }),
    read: (filter) => {
      if (ended === undefined || isRead) return '';
      isRead = true;
      return filter === undefined
        ? ended.text
        : ended.text
            .split('\n')
            .filter((line) => filter.test(line))
            .join('\n');
    },
    ended: done.then(() => {}),
    async stop() {
      isStopped = true;
      agent.interrupt();
      await done;
    },
  };
  return { task, done };
}

function stateOf(result: SubagentResult | undefined, isStopped: boolean) {
  if (result === undefined) return 'running';
  if (isStopped) return 'killed';
  return result.outcome === 'success' ? 'completed' : 'failed';
}
