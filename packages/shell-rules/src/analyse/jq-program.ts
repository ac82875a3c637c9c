/**
 * Whether a jq program reads nothing but its input: it imports no module. Fields and strings may have any name, but a comment or an
 * interpolation could hide where a string ends. Its environment is no secret here: `env` runs unasked too.
 */
export function isHarmlessJq(program: string): boolean {
  const isPlain = !/#|\\\(/.test(program);
  const code = isPlain ? program.replace(/"(?:[^"\\]|\\.)*"/gs, '""') : program;
  return !/(?<!\.)\b(?:import|include|modulemeta)\b|\$__(?!loc__)/.test(code);
}
