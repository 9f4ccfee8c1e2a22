/**
 * The step of a flow in the fragment of the page's URL, such as `#/factor`: what the reload and the
 * back button of the browser need.
 *
 * @module
 */

/** The members of a browser that are used here; typed so that servers can check the file too. */
interface Browser {
  history:
    & Record<"pushState" | "replaceState", (state: unknown, unused: "", url: string) => void>
    & {
      state: unknown;
    };
  location: { href: string; hash: string; pathname: string; search: string };
}

const browser = globalThis as unknown as Browser;

/** Path and query of the step below the base path, with a slash; empty for the first step. */
export function recordedStep(): string {
  const { hash } = browser.location;
  // Other fragments are the app's.
  return hash.startsWith("#/") ? hash.slice(1) : "";
}

/**
 * Keeps the step.
 *
 * @param step as {@linkcode recordedStep} returns it
 * @param isNext `true` for a new entry of the history
 */
export function recordStep(step: string, isNext: boolean): void {
  const { history, location } = browser;
  if (step === recordedStep()) return;
  const url = step ? `#${step}` : location.pathname + location.search;
  // Routers keep a state of their own there.
  history[isNext ? "pushState" : "replaceState"](history.state, "", url);
}
