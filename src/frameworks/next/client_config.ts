/**
 * Location of the auth endpoints, for the browser functions of Next.js.
 *
 * @module
 */

/** Location of the auth endpoints; set by `SessionProvider`. */
export interface NextAuthClientConfig {
  /** Base path of the endpoints. */
  basePath: string;
  /** Origin of the endpoints; empty for the page's own origin. */
  baseUrl: string;
  /** Reads the session of the mounted `SessionProvider` again. */
  _getSession: () => unknown;
}

/** Location of the auth endpoints, shared by all functions of the page. */
export const __NEXTAUTH: NextAuthClientConfig = {
  basePath: "/api/auth",
  baseUrl: "",
  _getSession: () => {},
};
