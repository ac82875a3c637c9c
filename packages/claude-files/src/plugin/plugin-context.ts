import type { Node } from '@loadout/config/documents';
import type { AgentContext } from '../compat/convert-agent.js';
import type { Bundle } from './read-bundles.js';
import type { Values } from './with-values.js';

/** The context of one plugin: `folder` and `root` are its own. */
export interface PluginContext extends AgentContext {
  /** The prefix of its names. */
  readonly namespace: string;
  /** The values of the placeholders in its texts. */
  readonly values: Values;
  /** The mount of the tool for language servers. */
  readonly lsp?: string | undefined;
  /** The bundles of servers, if they were read before. */
  readonly bundles?: readonly Bundle[] | undefined;
  /** The output style that the mount chooses. */
  readonly outputStyle?: Node | undefined;
  readonly skipServers?: boolean | undefined;
}
