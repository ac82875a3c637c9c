/** The version for programs that check the engine's version: they require 2 or more before the first dot. */
export const ENGINE_VERSION = '2.1.330';
