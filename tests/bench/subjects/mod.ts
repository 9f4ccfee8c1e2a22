/**
 * Both libraries behind one interface. Each process loads one of them.
 *
 * @module
 */

import type { AuthConfig } from "../../../mod.ts";
import type { App } from "../_browser.ts";
import { SECRET } from "../_users.ts";

/** A library with the interface of Auth.js. */
export interface Subject {
  /** An app with one config; its base path is `/auth`. */
  createApp(config: Pick<AuthConfig, "providers"> & Partial<AuthConfig>): App;
  /** The GitHub provider. */
  GitHub(options: { id: string; clientId: string; clientSecret: string }): Provider;
  /** Symbol of a provider's own `fetch`. */
  readonly customFetch: symbol;
  encode(params: { token: object; secret: string; salt: string }): Promise<string>;
  decode(params: { token: string; secret: string; salt: string }): Promise<object | null>;
}

/** A provider of either library. */
export type Provider = AuthConfig["providers"][number];

/** Names of the libraries with this interface. */
export type SubjectName = "ours" | "peer";

/** Options that all apps have. */
export const COMMON: Partial<AuthConfig> = {
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
};

/** Loads a library. */
export async function loadSubject(name: SubjectName): Promise<Subject> {
  return name === "ours" ? (await import("./ours.ts")).ours : (await import("./peer.ts")).peer;
}

/** Providers of the same kind with ids of their own. */
export function manyProviders({ GitHub }: Subject, count: number): Provider[] {
  return Array.from(
    { length: count },
    (_, index) => GitHub({ id: `github-${index}`, clientId: "id", clientSecret: "s" }),
  );
}

/** Number of providers that a sign-in page offers: targets of forms, or of buttons in a form. */
export function countProviders(page: string): number {
  const targets = [...page.matchAll(/action="[^"]*\/auth\/signin\/(github-\d+)/g)];
  return new Set(targets.map(([, id]) => id)).size;
}
