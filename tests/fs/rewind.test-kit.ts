import { join } from 'node:path';
import * as checkpoints from '@loadout/checkpoints';
import { FileCheckpoints, type ToolContext } from '@loadout/core';
import { callTool, mountPlugin, type TestContext, testContext } from '@loadout/testing';
import fs from '@loadout/tool-fs';
import { SessionServices } from '../../packages/runner/src/plugins/services.js';
import { beginCheckpoint, checkpointsOffer, rewindFiles, type Worked } from '../../packages/runner/src/run/checkpoints.js';
import { RunControls } from '../../packages/runner/src/run/run-controls.js';

/** The file tools and the checkpoints of one session, as a run combines them, on a folder that other sessions may use too. */
export async function fileSession(bare: TestContext = testContext(), { id = 's' } = {}) {
  const parts = await mountPlugin(fs, { configDir: bare.dir, stateDir: join(bare.artifactDir, 'state') });
  let promptId: string | undefined;
  const header = { id, artifactDir: bare.artifactDir, startedAt: new Date().toISOString() } as Worked['session']['header'];
  const session = {
    header,
    cwd: bare.dir,
    get promptId() {
      return promptId;
    },
  };
  const spec = { checkpoints };
  const offers = [...(parts.services ?? []), { service: FileCheckpoints, ...checkpointsOffer({ spec, session }) }];
  const run: Worked = { spec, session, services: new SessionServices(offers, { scope: bare }) };
  return {
    folder: bare.dir,
    at: (name: string) => join(bare.dir, name),
    checkpointDir: join(bare.artifactDir, 'checkpoints', id),
    ask(prompt: string) {
      promptId = prompt;
      beginCheckpoint(run, prompt);
    },
    async call(name: string, input: Record<string, unknown>, over?: { readonly checkpoints: FileCheckpoints }) {
      const tool = parts.tools?.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const find: ToolContext['find'] = (service) =>
        over !== undefined && service.key === FileCheckpoints.key ? (over.checkpoints as never) : run.services.find(service);
      return callTool(tool, input, Object.create(bare, { get: { value: find }, find: { value: find } }) as ToolContext);
    },
    checkpoints: () => run.services.find(FileCheckpoints),
    rewind: (prompt: string, options = {}) => rewindFiles(run, prompt, options),
    markAsRead: (path: string, options = {}) => new RunControls(run as never).markAsRead(path, options),
    dispose: () => bare.dispose(),
  };
}
