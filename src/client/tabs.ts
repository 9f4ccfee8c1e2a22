/**
 * Tabs of one app tell each other when the session may have changed.
 *
 * @module
 */

/** Name of the channel between tabs; old tabs of a moved app understand it too. */
const CHANNEL = "next-auth";

/** Tells the other tabs of this app that the session may have changed. */
export function tellTabs(trigger: "getSession" | "signout"): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ event: "session", data: { trigger } });
  channel.close();
}

/** Calls back when another tab says that the session may have changed; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
