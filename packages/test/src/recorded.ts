import { serverPrefix } from '@loadout/config';
import type { UserQuestion, UserQuestions } from '@loadout/core';
import { type Asker, matchesWildcard, type Plan } from '@loadout/core/run';
import { matchesCall } from '@loadout/explain';
import { type Agent, type AgentEvent, type AgentOptions, createAgent, firstModel } from '@loadout/runner';
import { agentOfTest } from './agent-of-test.js';
import { changesBetween, snapshot } from './file-states.js';
import type { Listings } from './listings.js';
import type { TestPlan } from './plans.js';
import { replacedTools } from './replaced-tools.js';
import type { TestFailure } from './room.js';
import { type CheckContext, checkRun } from './runs/check-run.js';
import { recordRun } from './runs/record-run.js';
import type { RecordedCall, RecordedRun } from './runs/recorded-run.js';
import type { TestModel } from './script-model.js';
import { withoutReplaced } from './stand-in-tools.js';
import type { TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

export interface Played {
  readonly run: RecordedRun;
  /** The expectations of the test that do not hold. */
  readonly failures: readonly TestFailure[];
}

export interface PlayedParts {
  readonly test: LoadedTest;
  readonly ground: TestGround;
  readonly planned: Pick<TestPlan, 'plan' | 'pathOf'>;
  readonly model: TestModel;
  /** The environment of this command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Other options of the agent, such as the store of its sessions. */
  readonly options?: Partial<AgentOptions> | undefined;
  /** Absent in a process of a kill test, whose folder has the listings. */
  readonly listings?: Listings | undefined;
  /** Called with the run before its agent is closed. */
  readonly whileOpen?: ((run: RecordedRun, context: CheckContext) => Promise<void>) | undefined;
  /** The session to continue. */
  readonly resume?: string | undefined;
  /** If true, the prompt is given although the session is continued. */
  readonly asksAgain?: boolean | undefined;
}

/** Runs the agent of a test to its end, records the run and compares it. Throws what prevents a start. */
export async function playRecorded(parts: PlayedParts): Promise<Played> {
  const { test, ground, planned, model } = parts;
  const before = snapshot(ground.workspace);
  const agent = await agentFor(parts);
  try {
    await parts.listings?.bring(agent.spec.plan, ground, { agent, env: environmentOf(parts) });
    const events = eventsOf(agent, parts);
    const recorded = await recordRun(events, { pathOf: planned.pathOf });
    const files = changesBetween(before, snapshot(ground.workspace));
    const unused = test.spec.model?.unused === 'ignore' ? [] : await model.unused();
    const run = { ...recorded, files, unused };
    // The rules are compared while the agent is open, because its tools tell what a call touches.
    const matchesRule = ({ tool, input }: RecordedCall, rule: string) =>
      matchesCall(agent, { tool, input }, { rule, as: 'deny' });
    const failures = await failuresOf(test, run, { matchesRule });
    await parts.whileOpen?.(run, { matchesRule });
    return { run, failures };
  } finally {
    await agent.close();
  }
}

/** The variables of a test: those of the command, in a home of its own, without what configures Loadout itself. */
export function environmentOf({
  env,
  ground,
  test,
}: Pick<PlayedParts, 'env' | 'ground' | 'test'>): NonNullable<AgentOptions['env']> {
  const kept = Object.entries(env).filter(([name]) => !/^(?:LOADOUT|XDG)_/.test(name));
  const cache = env.npm_config_cache ?? (env.HOME === undefined ? undefined : `${env.HOME}/.npm`);
  return {
    ...Object.fromEntries(kept),
    // A server that is started with npx need not be downloaded for each test.
    npm_config_cache: cache,
    HOME: ground.home,
    LOADOUT_STATE_DIR: ground.state,
    ...test.spec.env,
  };
}

async function agentFor({ test, ground, planned, model, env, options }: PlayedParts): Promise<Agent> {
  const own = environmentOf({ env, ground, test });
  const started = model.isLive === true ? planned.plan : withoutReplaced(planned.plan, test.spec.tools);
  const plan = withAwaitedServers(started, test.spec);
  const name = agentOfTest(test, plan);
  const replaced = test.spec.tools === undefined ? undefined : replacedTools(test.spec.tools, model.replay ?? noReplay);
  const agent: Agent = await createAgent({
    ...(model.model === undefined ? { plan } : modelFor(plan, { name, env: own })),
    customTools: model.standIns,
    agent: name,
    model: model.model,
    env: own,
    ledger: false,
    ask: askerOf(test.spec, () => agent),
    answer: questionsOf(test.spec),
    ...(replaced === undefined ? {} : { wrapTool: replaced.wrapTool, hooks: replaced.hooks }),
    ...options,
  });
  return agent;
}

const noReplay = (tool: string) => ({ error: `There is no cassette with results of ${tool}.` });

/** The model keeps the name, the price and the window of the agent's own first model, so that limits apply as ever. */
function modelFor(plan: Plan, { name, env }: { readonly name: string; readonly env: NonNullable<AgentOptions['env']> }) {
  const agent = plan.agents[name];
  const modelId = agent === undefined ? undefined : firstModel({ plan, agent, env });
  if (modelId === undefined || Object.hasOwn(plan.models, modelId)) return { plan, modelId };
  const slash = modelId.indexOf('/');
  const named = { provider: modelId.slice(0, Math.max(slash, 0)) || 'script', id: modelId.slice(slash + 1) };
  return { plan: { ...plan, models: { ...plan.models, [modelId]: named } }, modelId };
}

/** The events of all prompts of a test. */
async function* eventsOf(
  agent: Agent,
  { test, signal, resume, asksAgain = resume === undefined }: PlayedParts,
): AsyncGenerator<AgentEvent> {
  const { prompt } = test.spec;
  if (!Array.isArray(prompt) || prompt.length === 1) {
    const [only] = [prompt].flat();
    yield* agent.run(asksAgain ? (only ?? agent.spec.agent.prompt) : undefined, { signal, resume });
    return;
  }
  const conversation = await agent.open({ resume });
  const interrupt = () => conversation.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const asking = askAll(conversation, prompt).finally(() => conversation.close());
  asking.catch(() => {});
  yield* conversation.events;
  await asking;
  signal.removeEventListener('abort', interrupt);
}

async function askAll(conversation: Awaited<ReturnType<Agent['open']>>, prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) {
    const { outcome } = await conversation.ask(prompt);
    while (outcome === 'success' && (conversation.isWaiting || conversation.hasNews)) {
      if (!conversation.hasNews)
        await new Promise<void>((arrived) => {
          conversation.onNews = arrived;
        });
      await conversation.goOn();
    }
    if (outcome !== 'success') return;
  }
}

/** Returns the person of a test: the first rule of `answers` that matches a call decides it. Absent: nobody is there. */
function askerOf({ answers }: LoadedTest['spec'], agent: () => Agent): Asker | undefined {
  if (answers === undefined) return undefined;
  return async ({ toolName, input }) => {
    for (const [rule, answer] of Object.entries(answers)) {
      const as = answer === 'allow' ? 'allow' : 'deny';
      if (!(rule === '*' || (await matchesCall(agent(), { tool: toolName, input }, { rule, as })))) continue;
      if (answer === 'allow') return { behavior: 'allow' };
      return {
        behavior: 'deny',
        message: answer === 'deny' ? `${toolName} was denied by the answers of this test.` : answer.deny,
      };
    }
    return { behavior: 'deny', message: `No rule under answers of this test is about this call of ${toolName}.` };
  };
}

/** Returns the person who answers the agent's own questions, by the text of a question or a pattern with `*`. */
function questionsOf({ questions }: LoadedTest['spec']): UserQuestions['ask'] | undefined {
  if (questions === undefined) return undefined;
  const answerTo = ({ question, header }: UserQuestion): string | undefined =>
    Object.entries(questions).find(([pattern]) =>
      [question, header].some((text) => matchesWildcard(pattern.toLowerCase(), text.toLowerCase())),
    )?.[1];
  return async (asked) => {
    const answers = asked.flatMap((one) => {
      const answer = answerTo(one);
      return answer === undefined ? [] : [[one.question, answer] as const];
    });
    return answers.length < asked.length ? undefined : Object.fromEntries(answers);
  };
}

type Spec = Pick<LoadedTest['spec'], 'model'>;

/** The most that a test waits for a server whose entry says nothing, in milliseconds. */
const START_MS = 60_000;

/**
 * Returns the plan whose runs wait for each server that the test may call: the result of a test does not depend on how fast a server
 * starts. A run that a person watches goes on without a late one (GAP-G9).
 */
export function withAwaitedServers(plan: Plan, spec: Spec): Plan {
  if (plan.mcpServers === undefined) return plan;
  const servers = Object.entries(plan.mcpServers).map(([key, server]) => [
    key,
    mayCall(key, spec) ? { ...server, options: { startTimeout: START_MS, ...server.options } } : server,
  ]);
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}

/** Only a script that is written in the test says what will be called. */
function mayCall(server: string, { model }: Spec): boolean {
  const scripts = [model?.script, ...Object.values(model?.agents ?? {})].filter((one) => one !== undefined);
  const isWritten = scripts.length > 0 && scripts.every((one) => typeof one !== 'string');
  return !isWritten || JSON.stringify(scripts).includes(serverPrefix(server));
}

/** Compares a run with the expectations of its test. */
async function failuresOf({ spec }: LoadedTest, run: RecordedRun, context: CheckContext): Promise<readonly TestFailure[]> {
  const unanswered = scriptFailure(spec, run);
  if (unanswered !== undefined) return [unanswered];
  const found = await checkRun(run, spec.expect ?? {}, context);
  const ofModel = found.filter(({ of }) => of === 'model');
  return found.map((failure) => ({
    ...failure,
    path: failure.of === 'model' ? scriptPath(spec, run.unused?.[ofModel.indexOf(failure)]?.script) : ['expect', ...failure.path],
  }));
}

/** A model without an answer is a fault of the test, and other failures follow from it, unless the test expects the error. */
function scriptFailure({ expect }: LoadedTest['spec'], { error }: RecordedRun): TestFailure | undefined {
  if (error === undefined || !/^(?:SCRIPT|CASSETTE|TEST)_/.test(error.code) || expect?.error !== undefined) return undefined;
  return { path: ['model'], message: error.message, code: error.code, fix: error.fix };
}

/** The place of a script by its name, which is that of an agent. */
function scriptPath({ model }: LoadedTest['spec'], script: string | undefined): TestFailure['path'] {
  if (script !== undefined && Object.hasOwn(model?.agents ?? {}, script)) return ['model', 'agents', script];
  return model?.cassette === undefined ? ['model', 'script'] : ['model', 'cassette'];
}
