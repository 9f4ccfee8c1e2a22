/**
 * Answers of the service to clients without cookies.
 *
 * @module
 */

/** Answer of `native/call`. */
export interface NativeAnswer {
  /** Status that a browser would get. */
  status: number;
  /** Data of the page. */
  body?: unknown;
  /** URL that a browser would be led to. */
  location?: string;
  /** For the next call; `null` for none. */
  state: string | null;
  /** Tokens; `null` when the session ended, absent when they stay. */
  tokens?: {
    accessToken: string;
    /** Absent when the one before stays. */
    refreshToken?: string;
    /** Seconds. */
    expiresIn: number;
  } | null;
  /** Code of a refusal. */
  error?: string;
}

/** Answer of `native/token`. */
export interface TokenAnswer {
  /** Access token; absent in a refusal. */
  access_token?: string;
  /** Refresh token. */
  refresh_token?: string;
  /** Seconds. */
  expires_in?: number;
  /** Code of a refusal. */
  error?: string;
  /** `true` when another process has the successor of the refresh token. */
  replaced?: boolean;
}
