import { type Elicitation, type ElicitationAnswer, runHooks, type ToolSourceSession, tellHooks } from '@loadout/core/run';
import { underSignals } from '@loadout/node';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, CallParts, RunContext } from '../context/run-context.js';
import { sampler } from '../model/ask-apart.js';
import type { RunState } from './run-state.js';

/** Builds the view that a tool source has of its run. */
export function sourceSession(run: RunState): ToolSourceSession {
  const { spec, session, sessionId, env, emit, lifetime } = run;
  const elicit = elicitation(run);
  return {
    sessionId,
    cwd: session.cwd,
    roots: spec.roots,
    artifactDir: session.header.artifactDir,
    env,
    signal: lifetime,
    mayOffer: spec.mayOffer,
    hasTools: spec.pool.tools.length > 0,
    notice: (message) => emit({ type: 'notice', message }),
    waiting: (message) => emit({ type: 'waiting', message }),
    ...(elicit === undefined ? {} : { elicit }),
    sample: sampler(run),
    listChanged: (what) => emit({ type: what === 'resources' ? 'ResourceListChanged' : 'PromptListChanged' }),
  };
}

type Elicit = NonNullable<ToolSourceSession['elicit']>;

/**
 * Returns the function that answers questions of an MCP server: first hooks, then a person. Undefined if there is neither.
 * Source: MCP-15, HOOK-03.
 */
function elicitation(run: Pick<RunContext, 'spec'> & Pick<Exchanges, 'signal'> & Calling): Elicit | undefined {
  const { hooks, elicit } = run.spec;
  if (elicit === undefined && !hooks.has('Elicitation') && !hooks.has('ElicitationResult')) return undefined;
  return (request, { signal: asked }) =>
    underSignals([run.signal, asked], async (signal) => {
      const env = { ...run.calls(), signal };
      const answered = await byHooks(request, env);
      if (answered === undefined && elicit !== undefined) tellHooks('Notification', notification(request), env);
      const answer = answered ?? (await elicit?.(request, { signal })) ?? DECLINED;
      return signal.aborted ? { action: 'cancel' } : checked(request, answer, env);
    });
}

const DECLINED: ElicitationAnswer = { action: 'decline' };

const subject = ({ source, mode }: Elicitation) => ({ mcp_server_name: source, mode });

async function byHooks(request: Elicitation, env: CallParts): Promise<ElicitationAnswer | undefined> {
  const { message, schema, url } = request;
  const asked = { ...subject(request), message, ...(schema === undefined ? { url } : { requested_schema: schema }) };
  const round = await runHooks('Elicitation', asked, env);
  if (round.verdict?.behavior === 'deny' || round.stop !== undefined) return DECLINED;
  return round.elicited;
}

/** Returns the answer for the server, after the hooks have checked it. */
async function checked(request: Elicitation, answer: ElicitationAnswer, env: CallParts): Promise<ElicitationAnswer> {
  const round = await runHooks('ElicitationResult', { ...subject(request), ...answer }, env);
  if (round.verdict?.behavior === 'deny' || round.stop !== undefined) return DECLINED;
  return round.elicited ?? answer;
}

const notification = ({ source }: Elicitation) => ({
  message: `The MCP server ${source} asks something.`,
  title: 'Question of an MCP server',
  notification_type: 'elicitation_dialog' as const,
});
