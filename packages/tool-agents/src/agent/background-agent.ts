import type { BackgroundTask, Subagent, SubagentResult } from '@loadout/core';
import { report } from './report.js';

/** An ended agent. `more` describes the state of its folder; `text` is the whole report for the agent that started it. */
export interface EndedAgent {
  readonly result: SubagentResult;
  readonly more: readonly string[];
  readonly text: string;
}

/** An agent in the background, as TaskOutput and TaskStop know it. Source: BG-01, AGENT-09. */
export function backgroundAgent(
  agent: Subagent,
  about: { title: string; prompt: string; toolUseId: string; finish: () => Promise<readonly string[]> },
) {
  const { title, prompt, toolUseId, finish } = about;
  let ended: EndedAgent | undefined;
  let isRead = false;
  let isStopped = false;
  const done = agent.result.then(async (result) => {
    const more = await finish();
    ended = { result, more, text: String(report(result, { type: agent.type, prompt, more }).content) };
    return ended;
  });
  const task: BackgroundTask = {
    id: agent.agentId,
    type: 'agent',
    title,
    toolUseId,
    outputFile: agent.transcript,
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
