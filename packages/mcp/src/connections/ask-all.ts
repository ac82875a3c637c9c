import { problemOf } from '../text/clean-text.js';
import type { ServerLink } from './server-link.js';
import type { McpFound } from './status.js';

/** Asks several servers at once. A server that fails is among the problems. */
export async function askAll<T>(
  links: readonly ServerLink[],
  ask: (link: ServerLink) => Promise<readonly T[]>,
): Promise<McpFound<T>> {
  const answers = await Promise.allSettled(links.map(ask));
  const problems = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? [] : [{ server: links[index]?.server.key ?? '', problem: problemOf(answer.reason) }],
  );
  return { items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])), problems };
}
