import { agents, type CheckRequest, check, explain } from './checker.js';

/** The worker of the playground. A question that hangs is ended with the worker, and the page stays. */
const ANSWERS = { agents, check, explain };

interface Question {
  readonly id: number;
  readonly kind: keyof typeof ANSWERS;
  readonly request: CheckRequest & { readonly call: string; readonly agent?: string };
}

self.addEventListener('message', async ({ data }: { readonly data: Question }) => {
  const answer = await Promise.resolve(ANSWERS[data.kind](data.request)).catch((error: unknown) => ({
    ok: false,
    text: `The playground failed: ${error instanceof Error ? error.message : String(error)}`,
  }));
  self.postMessage({ id: data.id, answer });
});
