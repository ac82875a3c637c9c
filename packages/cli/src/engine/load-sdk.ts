import { errors } from '../errors.js';

const USE = '@loadout/sdk';

/** The engine behind the protocol is a package of its own, so that the command is small without it. Throws PACKAGE_MISSING. */
export async function loadSdk(): Promise<typeof import('@loadout/sdk/engine')> {
  try {
    return await import('@loadout/sdk/engine');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw errors.PACKAGE_MISSING(
      { use: USE, needs: 'loadout with the flags of an engine (--print, --input-format)' },
      { cause: error },
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${USE}'`);
