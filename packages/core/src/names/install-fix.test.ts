import { describe, expect, it } from 'vitest';
import { installFix } from './install-fix.js';

const own = ['@loadout/core', '@loadout/tool-fs', '@loadout/tool-shell'];

describe('the fix for a package that is not installed', () => {
  it('is to install it, if it is one of Loadout or has nothing to do with Loadout', () => {
    expect(installFix('@loadout/tool-fs', own)).toBe('npm install @loadout/tool-fs');
    expect(installFix('loadout-plugin-jira', own)).toBe('npm install loadout-plugin-jira');
    expect(installFix('@acme/tool-shell', own)).toBe('npm install @acme/tool-shell');
  });

  it.each(['@loadout/tool-shel', '@loadot/tool-shell', '@loadouts/tool-shell', '@Loadout/tool-shell', 'tool-shell'])(
    'never offers to install %s, but names the nearest package (U2)',
    (use) => {
      const fix = installFix(use, own);
      expect(fix).toContain('Did you mean @loadout/tool-shell?');
      expect(fix).not.toContain('npm install');
    },
  );

  it('lists the packages where none is near (U2)', () => {
    expect(installFix('@loadout/model-of-the-future', own)).toBe(
      'Loadout has no package @loadout/model-of-the-future. Its packages: @loadout/core, @loadout/tool-fs, @loadout/tool-shell.',
    );
  });
});
