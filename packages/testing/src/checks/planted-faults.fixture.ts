/**
 * Faults that plugins have, each planted in a plugin that is otherwise right, with the check of `describePlugin` that finds
 * it. The list was written before the checks.
 */
export const FAULTS = [
  ['a tool keeps what it saw for one session and tells it to the next', 'tells one session nothing of another'],
  ['a tool resolves its path a second time, after the decision', 'opens the paths that it was permitted'],
  ['a tool ignores the abort', 'stops when it is aborted while it runs'],
  ['a read-only tool writes', 'writes nothing when read-only'],
  ['the plugin takes options that it does not know', 'refuses an option that it does not know'],
  ['the manifest lists a tool that the code does not have', 'has a manifest that says what the code says'],
  ['a schema has a form that providers refuse', 'has a schema that every provider takes'],
  ['a call writes a file that access does not name', 'names in access what it changes'],
  ['a call sends a request that access does not name', 'names in access what it fetches'],
  ['a result holds a value that JSON does not carry', 'gives back a result that JSON carries'],
  ['a failure has no message for the model', 'gives back a well-formed result'],
  ['a result has no end', 'keeps to its maxResultChars'],
  ['a name is refused by providers', 'has tools that can be listed'],
  ['a description is missing', 'has a description'],
  ['a tool uses a service that it does not declare', 'declares the services that it needs'],
  ['an error repeats a secret option', 'keeps the secrets of its options'],
  ['a call changes the environment of the process', 'leaves the process as it was'],
  ['a timer of setup runs on after dispose', 'leaves nothing running after dispose'],
  ['dispose never ends', 'lets go of one mount and leaves the other'],
  ['the listing is another one each time', 'offers the same each time it is set up'],
  ['a call changes its input', 'leaves its input as it was'],
  ['the manifest does not declare what access names', 'touches what its plugin declares'],
  ['two mounts share what dispose closes', 'lets go of one mount and leaves the other'],
  ['options that setup was given are changed', 'leaves its options as they were'],
] as const;
