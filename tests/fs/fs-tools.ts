import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceOffer, ToolContext } from '@loadout/core';
import { callTool, mountPlugin, testContext } from '@loadout/testing';
import plugin from '@loadout/tool-fs';

/** The file tools of one session in a temporary folder, and one file in it. */
export async function fsTools(options: Record<string, unknown> = {}) {
  const bare = testContext();
  const stateDir = join(bare.artifactDir, 'state');
  const parts = await mountPlugin(plugin, { options, configDir: bare.dir, stateDir });
  const context = withServices(bare, parts.services ?? []);
  const path = join(bare.dir, 'a.txt');
  return {
    path,
    put: (bytes: Uint8Array) => writeFileSync(path, bytes),
    bytes: () => readFileSync(path),
    async call(name: string, input: Record<string, unknown>) {
      const tool = parts.tools?.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return callTool(tool, { file_path: path, ...input }, context);
    },
    dispose: () => bare.dispose(),
  };
}

function withServices(bare: ToolContext, offers: readonly ServiceOffer<unknown>[]): ToolContext {
  const services = new Map(offers.map(({ service, create }) => [service.key, create(bare)]));
  const find: ToolContext['find'] = (service) => services.get(service.key) as never;
  return Object.create(bare, { get: { value: find }, find: { value: find } }) as ToolContext;
}
