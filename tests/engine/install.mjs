/**
 * Installs the server of the engine, unless it is there. A task of its own: two suites use this folder, and the installation of one
 * took the folder away under the other.
 */
import { installOnce } from '../lib/install-once.mjs';

// The package of the server sends statistics after its installation, so its scripts do not run.
installOnce(import.meta.dirname);
