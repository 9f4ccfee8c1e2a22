/**
 * Differences from the column of Deno that have a reason.
 *
 * @module
 */

/** A difference that is meant. */
export interface Difference {
  /** Wrappers that differ. */
  wrappers: readonly string[];
  /** Beginning of the names of the steps in which they do. Default: any. */
  steps?: string;
  /** Facts of these cells that differ, as they are for these wrappers. */
  facts: Readonly<Record<string, string>>;
  /** Reason. */
  because: string;
}

/** All of them. */
export const allowed: readonly Difference[] = [
  {
    wrappers: ["Node", "Express", "Next"],
    facts: { status: "" },
    because: "signIn() and signOut() hand out a URL; the app, or redirect() of Next, chooses 303",
  },
  {
    wrappers: ["Express"],
    steps: "Host is no host: read",
    facts: { reads: "no one", status: "", logged: "" },
    because: "the middleware is in front of its own paths only, so pages are the app's to answer",
  },
  {
    wrappers: ["Express"],
    steps: "Host is no host: sign",
    facts: { failure: "Configuration", logged: "UntrustedHost", status: "" },
    because: "pages are the app's to answer, and what it calls refuses to act",
  },
];
