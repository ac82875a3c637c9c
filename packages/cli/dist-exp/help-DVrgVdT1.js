import { i as generalHelp, n as exitCodes, r as familyHelp, t as commandHelp } from "./help-B0v8Vq8O.js";

export { commandHelp, familyHelp, generalHelp };