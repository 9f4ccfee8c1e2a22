/**
 * Deliberate differences from the outcomes of DenoAuth, with their reasons.
 *
 * @module
 */

/** A deliberate difference. */
export interface Difference {
  /** Wrappers that differ. */
  wrappers: readonly string[];
  /** Start of the names of the steps that differ. Default: any. */
  steps?: string;
  /** Differing facts, with their values for these wrappers. */
  facts: Readonly<Record<string, string>>;
  /** Reason. */
  because: string;
}

/** All deliberate differences. */
export const allowed: readonly Difference[] = [
  {
    wrappers: ["Node", "Express", "Next"],
    facts: { status: "" },
    because: "signIn() and signOut() return a URL; the app, or redirect() of Next, chooses 303",
  },
  {
    wrappers: ["Express"],
    steps: "invalid Host: read",
    facts: { reads: "no one", status: "", logged: "" },
    because: "the middleware handles only its own paths, so the app answers pages",
  },
  {
    wrappers: ["Express"],
    steps: "invalid Host: proof",
    facts: { proof: "none", status: "", logged: "" },
    because: "the middleware handles only its own paths, so the app answers pages",
  },
  {
    wrappers: ["Express"],
    steps: "invalid Host: sign",
    facts: { failure: "Configuration", logged: "UntrustedHost", status: "" },
    because: "the app answers pages, and the functions that it calls throw",
  },
];
