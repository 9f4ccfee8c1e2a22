/**
 * What the browser's functions of Next.js know about the service.
 *
 * @module
 */

/** Where the service is; set by `SessionProvider`. */
export interface NextAuthClientConfig {
  /** Path. */
  basePath: string;
  /** Origin, when it is another one. */
  baseUrl: string;
  /** Reads the session of this tab again. */
  _getSession: () => unknown;
}

/** Where the service is, for this tab. */
export const __NEXTAUTH: NextAuthClientConfig = {
  basePath: "/api/auth",
  baseUrl: "",
  _getSession: () => {},
};
