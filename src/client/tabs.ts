/**
 * Tabs of one app tell each other when the session may have changed.
 *
 * @module
 */

/** Name of the channel between tabs; old tabs of a moved app understand it too. */
const CHANNEL = "next-auth";

/** Marks what this tab says, since a channel also reaches the other listeners of its own tab. */
const SELF = Math.random().toString(36).slice(2);

/** Tells the other tabs of this app that the session may have changed. */
export function tellTabs(trigger: "getSession" | "signout"): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ event: "session", data: { trigger, from: SELF } });
  channel.close();
}

/** Calls back when another tab says that the session may have changed; returns how to stop. */
export function onOtherTab(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data?.data?.from !== SELF) listener();
  });
  return () => channel.close();
}
