/**
 * What the clients of others see of a server: the same for this one, and for `oidc-provider` of
 * another project, on which each driver is tried first. So a failure says something about the server.
 *
 * @module
 */

/** Where clients with a server of their own get the browser back. Nothing is requested there. */
export const CALLBACK = "https://client.example/callback";

/** Callback URLs of frameworks there. */
export const APP = new URL(CALLBACK).origin;
export const APP_CALLBACKS = ["auth", "api/auth"].map((path) => `${APP}/${path}/callback/judged`);

/** Where clients on the machine of the user do; each takes any port. */
export const LOOPBACK = "http://127.0.0.1/callback";

/** Secret of the client `web`. */
export const SECRET = "a-client-secret-of-32-characters-or-more";

/** Scopes of the resource. */
export const READ = "project:read";
export const WRITE = "project:write";

export const SCOPES: readonly string[] = [
  ...["openid", "profile", "email", "offline_access", READ, WRITE],
];

/** The user who is signed in. */
export const ADA = { id: "ada", name: "Ada Lovelace", email: "ada@example.com" } as const;

/** A server that runs. Its clients are `web`, with {@linkcode SECRET}, and `cli`, without. */
export interface Judged extends AsyncDisposable {
  readonly name: string;
  /** Its URL. */
  readonly issuer: string;
  /** URL of the resource that it guards. */
  readonly resource: string;
  /** Sends the requests of clients. Default: the global one. */
  readonly fetch?: typeof fetch;
  /**
   * Follows a URL in the browser of the signed-in user, who consents.
   *
   * @returns the URL of the client that the browser is sent to, which is not requested
   */
  browse(url: string | URL): Promise<URL>;
  /** Status of the guarded resource for a token; `null` where there is no resource to ask. */
  ask(token: string): Promise<number | null>;
  /** Ends everything that the user gave to clients. */
  endGrants(): Promise<void>;
}
