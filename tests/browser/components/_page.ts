/**
 * What the apps of the components have in common in each framework.
 *
 * @module
 */

/// <reference lib="dom" />

import type { Session } from "../../../src/types/entities.ts";

/** What the server gives a page. */
export interface PageData {
  /** Path of the page. */
  path: string;
  /** Session that the server read; absent on a page for which it read none. */
  session?: Session | null;
  /** The organization of the page. */
  current?: { name: string; slug: string };
}

/** Links of the app, which are not the business of the components. */
export const LINKS = [{ href: "/", text: "Start" }, { href: "/signup", text: "New here" }];

/** Ada can write. */
export const can = ({ user }: Session, permission: string): boolean =>
  permission === "page:write" && user?.email === "ada@example.com";

/** Follows the pages of other teams that this page becomes, as with a router. */
export function followTeam(set: (current: PageData["current"]) => void): () => void {
  const follow = (event: Event) => set((event as CustomEvent).detail);
  document.addEventListener("team", follow);
  return () => document.removeEventListener("team", follow);
}

/** A component of the app in place of each button. */
export const PARTS = <Component>(button: Component): Record<string, Component> => ({ button });

/** The data that the server wrote into the page. */
export function readData(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!);
}

/** Marks a page whose components are in place, once the browser has painted them. */
export function markReady(): void {
  requestAnimationFrame(() => setTimeout(() => document.body.dataset.ready = ""));
}
