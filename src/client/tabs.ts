/**
 * Messages between the tabs of one app, and between the parts of one page, that
 * the session may have changed.
 *
 * @module
 */

/** Name of the channel; the same as in next-auth, so tabs opened before a migration get it too. */
const CHANNEL = "next-auth";

/** Marks the messages of this tab, since a channel also reaches other listeners of its own tab. */
const SELF = Math.random().toString(36).slice(2);

/** Listeners of this page. Not every engine of an app has an `EventTarget`. */
const page = new Set<() => void>();

/** Tells the other tabs of this app that the session may have changed. */
export function tellTabs(trigger: "getSession" | "signout"): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ event: "session", data: { trigger, from: SELF } });
  channel.close();
}

/**
 * Notifies the other tabs and this page of a sign-in or sign-out.
 *
 * @param isLeaving `true` when the browser is leaving this page, which then gets no event
 */
export function announce(trigger: "getSession" | "signout", isLeaving: boolean): void {
  tellTabs(trigger);
  if (!isLeaving) [...page].forEach((listener) => listener());
}

/** Calls the listener after a sign-in or sign-out here; returns a function that stops it. */
export function onThisPage(listener: () => void): () => void {
  page.add(listener);
  return () => void page.delete(listener);
}

/** Calls the listener after a message of another tab; returns a function that stops it. */
export function onOtherTab(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data?.data?.from !== SELF) listener();
  });
  return () => channel.close();
}
