import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLOUD_PACKAGES, loaded } from './cloud-package.js';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

describe('the package of a cloud', () => {
  it('that is not installed is an error with the line that installs it', async () => {
    const absent = '@anthropic-ai/not-here';
    await expect(loaded('bedrock', () => import(absent))).rejects.toMatchObject({
      code: 'MODEL_PACKAGE_MISSING',
      message: expect.stringContaining('transport bedrock needs the package @anthropic-ai/bedrock-sdk, which is not installed'),
      fix: 'Run npm install @anthropic-ai/bedrock-sdk@1.1.3 where @loadout/model-anthropic is installed.',
    });
  });

  it('that cannot be loaded is an error of its own', async () => {
    const broken = 'data:text/javascript,throw new RangeError("broken")';
    await expect(loaded('vertex', () => import(broken))).rejects.toThrow('broken');
  });

  it.each(Object.values(CLOUD_PACKAGES))(
    'is an optional peer, and is tried in the version of the line: $name',
    ({ name, version }) => {
      expect([manifest.devDependencies[name], manifest.peerDependencies[name]]).toEqual([version, `^${version}`]);
      expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
    },
  );
});
