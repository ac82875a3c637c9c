import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { type Agent, createAgent, type Run } from '@loadout/runner';
import { type MockApi, type RecordedRequest, type Reply, startMockApi } from '@loadout/testing';
import { project, root } from '../lib/loadout.js';
import { childReply, isOfChild } from './child.js';
import { CONFIG, FILES } from './files.js';
import { Heard } from './heard.js';
import { type SideWorld, startSideWorld } from './side-world.js';

/** Tools that always ask a person. The person says yes here. */
const APPROVED = new Set(['ExitPlanMode', 'SaveSkill']);

export interface World {
  readonly dir: string;
  readonly state: string;
  readonly side: SideWorld;
  readonly api: MockApi;
  readonly run: Run;
  /** Values of earlier results that later calls need, such as ids. */
  readonly seen: Map<string, string>;
  /** The questions to the person. */
  readonly questions: string[];
  /** Resolves when a child has received these words. */
  childHears(words: string): Promise<void>;
}

/** A call as the model writes it, and the check of its real effect. */
export interface Call {
  readonly name: string;
  readonly input: object | ((world: World) => object);
  /** Runs when the result arrives, before the next call. */
  readonly effect: (result: string, world: World, request: RecordedRequest) => unknown;
}

export interface Outcome {
  readonly call: Call;
  readonly isError: boolean;
  readonly content: string;
  /** The error of the check of the effect. */
  readonly failure?: unknown;
}

export interface Conversation {
  readonly outcomes: readonly Outcome[];
  readonly requests: readonly RecordedRequest[];
  readonly invalid: readonly string[];
  readonly end: { readonly outcome: string; readonly error?: string | undefined };
}

const fromMcp = createRequire(join(root, 'packages/mcp/package.json'));

function environment(dir: string, urls: Readonly<Record<string, string>>) {
  const program = join(dirname(fromMcp.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');
  const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return { PATH: path, HOME: join(dir, '.home'), NODE: process.execPath, MCP_PROGRAM: program, ...urls };
}

function makeRepository(): string {
  const dir = project({ 'agent.config.yaml': CONFIG, ...FILES });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: dir, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  return dir;
}

/** One run of an agent that has every tool. The model makes these calls, one per turn. */
export async function converse(calls: readonly Call[]): Promise<Conversation> {
  const outcomes: Outcome[] = [];
  const heard = new Heard();
  const side = await startSideWorld();
  let world: World;
  const api = await startMockApi({
    replies: (request) => (isOfChild(request) ? childReply(request, heard.add) : next(world, { calls, outcomes, request })),
  });
  let agent: Agent | undefined;
  try {
    const dir = makeRepository();
    const state = join(dir, '.home/state');
    const questions: string[] = [];
    agent = await makeAgent(environment(dir, { API_URL: api.url, SIDE: side.host, LOADOUT_STATE_DIR: state }), {
      dir,
      questions,
    });
    const run = agent.run('Begin.');
    world = { dir, state, side, api, run, seen: new Map(), questions, childHears: heard.wait };
    const { outcome, error } = await run.result;
    return { outcomes, requests: [...api.requests], invalid: [...api.invalid], end: { outcome, error: error?.message } };
  } finally {
    await agent?.close();
    await Promise.all([api.close(), side.close()]);
  }
}

/** The person approves only plans, and takes the first answer. */
async function makeAgent(
  env: Readonly<Record<string, string>>,
  { dir, questions }: { readonly dir: string; readonly questions: string[] },
): Promise<Agent> {
  const { plan } = await loadConfig({ cwd: dir, env });
  return createAgent({
    plan,
    env,
    ask({ toolName }) {
      questions.push(toolName);
      return APPROVED.has(toolName)
        ? { behavior: 'allow' }
        : { behavior: 'deny', message: 'Only plans and skills are approved.' };
    },
    async answer(asked) {
      questions.push(...asked.map((one) => one.question));
      return Object.fromEntries(asked.map(({ question, options: [first] }) => [question, first?.label ?? '']));
    },
  });
}

interface Place {
  readonly calls: readonly Call[];
  readonly outcomes: Outcome[];
  readonly request: RecordedRequest;
}

/** Checks the result of the last call, and makes the next call. */
async function next(world: World, { calls, outcomes, request }: Place): Promise<Reply> {
  const last = calls[outcomes.length];
  const result = resultIn(request, `use_${outcomes.length}`);
  if (last !== undefined && result !== undefined)
    outcomes.push({ call: last, ...result, ...(await look(last, { result, world, request })) });
  const call = calls[outcomes.length];
  if (call === undefined) return { text: 'Done.' };
  const input = typeof call.input === 'function' ? call.input(world) : call.input;
  return { tools: [{ name: call.name, input, id: `use_${outcomes.length}` }] };
}

interface EffectCheck {
  readonly result: { readonly content: string };
  readonly world: World;
  readonly request: RecordedRequest;
}

async function look(call: Call, { result, world, request }: EffectCheck): Promise<{ readonly failure?: unknown }> {
  try {
    await call.effect(result.content, world, request);
    return {};
  } catch (failure) {
    return { failure };
  }
}

function resultIn(request: RecordedRequest, id: string): { readonly content: string; readonly isError: boolean } | undefined {
  const block = request.body.messages.at(-1)?.content.find((one) => one.tool_use_id === id);
  if (block === undefined) return undefined;
  const { content, is_error } = block as { content?: string | readonly { readonly text?: string }[]; is_error?: boolean };
  const text =
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? JSON.stringify(part)).join('\n');
  return { content: text, isError: is_error === true };
}
