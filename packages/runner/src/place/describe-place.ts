/**
 * Describes the working directory for the model. The text follows the instructions, so that the stable part comes first
 * (LOOP-22).
 */
export function describePlace(cwd: string): string {
  return `Working directory: ${cwd}\nPlatform: ${process.platform}\nDate: ${new Date().toISOString().slice(0, 10)}`;
}
