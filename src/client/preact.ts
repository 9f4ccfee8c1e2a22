/**
 * The session in Preact components. It is read again when the tab comes back,
 * when another tab signs in or out, and when this page does so by the functions
 * of `@x/auth/client`.
 *
 * For Preact 10, as Fresh has it, and a service under `/auth`; see `createUseSession` of
 * `@x/auth/client` for anything else.
 *
 * @example
 * ```tsx
 * import { signIn, signOut } from "@x/auth/client";
 * import { type Session, useSession } from "@x/auth/client/preact";
 * import { renderToString } from "preact-render-to-string";
 * import { assertEquals } from "@std/assert";
 *
 * // Draw it with what the server knows, so that nothing flickers.
 * function Account({ session }: { session: Session | null }) {
 *   const { data, status } = useSession({ session });
 *   if (status === "loading") return <p>…</p>;
 *   if (!data) return <button type="button" onClick={() => signIn()}>Sign in</button>;
 *   return <button type="button" onClick={() => signOut()}>Sign {data.user?.name} out</button>;
 * }
 * const ada = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
 * assertEquals(renderToString(<Account session={ada} />), '<button type="button">Sign Ada out</button>');
 * ```
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";
import { createUseSession, type UseSession } from "./use_session.ts";

export type { DefaultSession, Session, User } from "../types/entities.ts";
export type { UseSession, UseSessionOptions, UseSessionResult } from "./use_session.ts";

/** The session of this tab; see {@linkcode UseSession}. */
export const useSession: UseSession = createUseSession({ useEffect, useState });
